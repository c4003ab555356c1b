! Output and statistics are two sections with a communicator for each.
!@ flags: -fopenmp
!@ ranks: 2
program output_and_statistics
  use mpi
  implicit none
  integer :: ierr, ierr2, rank, provided, gathered(2)
  integer :: output_comm, statistics_comm
  real :: temperature, mean
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, output_comm, ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, statistics_comm, ierr)
  gathered = 0
  temperature = 280.0 + rank
  !$omp parallel num_threads(2)
  !$omp sections
  !$omp section
  call MPI_Gather(rank, 1, MPI_INTEGER, gathered, 1, MPI_INTEGER, 0, output_comm, ierr)
  !$omp section
  call MPI_Allreduce(temperature, mean, 1, MPI_REAL, MPI_SUM, statistics_comm, ierr2)
  !$omp end sections
  !$omp end parallel
  if (rank == 0) print '(2i3,f8.2)', gathered, mean / 2
  call MPI_Comm_free(output_comm, ierr)
  call MPI_Comm_free(statistics_comm, ierr)
  call MPI_Finalize(ierr)
end program output_and_statistics
