! Two zones, two threads, one communicator.
!@ flags: -fopenmp
!@ ranks: 2
program zones
  use mpi
  use omp_lib
  implicit none
  integer :: ierr, rank, provided, zone, mine(2), lowest(2)
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  !$omp parallel num_threads(2) private(zone, ierr)
  zone = omp_get_thread_num() + 1
  mine(zone) = 10 * zone - rank
  call MPI_Allreduce(mine(zone), lowest(zone), 1, MPI_INTEGER, MPI_MIN, MPI_COMM_WORLD, ierr) !~ collective_in_parallel
  !$omp end parallel
  print '(3i5)', rank, lowest
  call MPI_Finalize(ierr)
end program zones
