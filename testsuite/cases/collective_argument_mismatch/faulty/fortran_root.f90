! The root is computed from the rank instead of the number of ranks.
program main
  use mpi
  implicit none
  integer :: ierr, rank, ranks, root
  real :: values(10)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  values = 0.0
  root = rank / 2
  call MPI_Bcast(values, 10, MPI_REAL, root, MPI_COMM_WORLD, ierr) !~ collective_argument_mismatch
  call MPI_Finalize(ierr)
end program main
