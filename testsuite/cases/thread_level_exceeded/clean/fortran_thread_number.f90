! Thread 0 does the input and output; it is the one that called MPI_Init_thread.
!@ flags: -fopenmp
!@ ranks: 2
program readers
  use mpi
  use omp_lib
  implicit none
  integer :: ierr, rank, provided, me
  integer :: header(3)
  integer, parameter :: reader = 0
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  header = 0
  if (rank == 0) header = [3, 1, 4]
  call omp_set_num_threads(3)
  !$omp parallel private(me)
  me = omp_get_thread_num()
  if (me == reader) then
    call MPI_Bcast(header, 3, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  end if
  !$omp barrier
  !$omp critical
  if (header(1) == 0) print *, 'nothing read'
  !$omp end critical
  !$omp end parallel
  print '(4i3)', rank, header
  call MPI_Finalize(ierr)
end program readers
