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
    call MPI_Reduce(table, nothing, 3, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  end subroutine work
end module worker
