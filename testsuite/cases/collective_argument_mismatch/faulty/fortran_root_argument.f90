! The root goes through two subroutines; one caller names himself.
module output_module
  use mpi
  implicit none
contains
  subroutine collect(field, root)
    double precision, intent(in) :: field(:)
    integer, intent(in) :: root
    call gather_all(field, size(field), root)
  end subroutine collect

  subroutine gather_all(field, n, root)
    integer, intent(in) :: n, root
    double precision, intent(in) :: field(n)
    double precision :: all(n, 16)
    integer :: ierr
    call MPI_Gather(field, n, MPI_DOUBLE_PRECISION, all, n, MPI_DOUBLE_PRECISION, root, MPI_COMM_WORLD, ierr) !~ collective_argument_mismatch
  end subroutine gather_all
end module output_module

program main
  use output_module
  implicit none
  double precision :: field(3)
  integer :: me, ranks, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  field = me
  call collect(field, min(me, 1))
  call MPI_Finalize(ierr)
end program main
