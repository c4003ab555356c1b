module worker
  use mpi
  implicit none
contains
  subroutine work(check)
    double precision, intent(out) :: check
    double precision :: table(3), nothing(3)
    integer :: ierr
    call MPI_Bcast(table, 3, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    check = sum(table)
    nothing = check * table
    check = maxval(nothing)
  end subroutine work
end module worker
