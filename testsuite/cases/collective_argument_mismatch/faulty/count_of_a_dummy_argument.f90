! The root has read how many there are, and tells nobody.
program main
  use mpi
  implicit none
  integer :: ierr, rank, n
  real(8) :: v(8)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  v = 0
  n = 2
  if (rank == 0) n = 4
  call share(v, n)
  call MPI_Finalize(ierr)
contains
  subroutine share(v, n)
    real(8), intent(inout) :: v(:)
    integer, intent(in) :: n
    integer :: ierr
    call MPI_Bcast(v, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr) !~ collective_argument_mismatch
  end subroutine
end program
