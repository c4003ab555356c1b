! Two zones, two threads, a communicator for each.
!@ flags: -fopenmp
!@ ranks: 2
program zones
  use mpi
  use omp_lib
  implicit none
  integer :: ierr, rank, provided, zone, mine(2), lowest(2)
  integer :: zone_comm(2)
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  do zone = 1, 2
    call MPI_Comm_dup(MPI_COMM_WORLD, zone_comm(zone), ierr)
  end do
  !$omp parallel num_threads(2) private(zone, ierr)
  zone = omp_get_thread_num() + 1
  mine(zone) = 10 * zone - rank
  call MPI_Allreduce(mine(zone), lowest(zone), 1, MPI_INTEGER, MPI_MIN, zone_comm(zone), ierr)
  !$omp end parallel
  print '(3i5)', rank, lowest
  do zone = 1, 2
    call MPI_Comm_free(zone_comm(zone), ierr)
  end do
  call MPI_Finalize(ierr)
end program zones
