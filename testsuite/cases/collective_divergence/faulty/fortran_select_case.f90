! A role per rank, chosen by select case. To the compiler each case is a condition of its own.
program roles
  use mpi
  implicit none
  integer :: rank, ierr, parameters(3)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  parameters = 0
  select case (rank)
  case (0)
    parameters = [1, 2, 3]
    call MPI_Bcast(parameters, 3, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
  case (1)
    call MPI_Bcast(parameters, 3, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
  case default
    parameters = -1
  end select
  call MPI_Finalize(ierr)
end program roles
