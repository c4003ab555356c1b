! Two tasks of one single construct are in a broadcast and a reduction of the same communicator.
!@ flags: -fopenmp
!@ ranks: 2
!@ repeat: 50
program two_tasks
  use mpi
  implicit none
  integer :: ierr, rank, provided, parameters(2), work, total
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  parameters = 0
  if (rank == 0) parameters = [6, 7]
  work = rank + 1
  total = 0
  !$omp parallel num_threads(3) default(shared) private(ierr)
  !$omp single
  !$omp task
  call MPI_Bcast(parameters, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  !$omp end task
  !$omp task
  call MPI_Allreduce(work, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr) !~ concurrent_collectives
  !$omp end task
  !$omp end single
  !$omp end parallel
  print '(4i4)', rank, parameters, total
  call MPI_Finalize(ierr)
end program two_tasks
