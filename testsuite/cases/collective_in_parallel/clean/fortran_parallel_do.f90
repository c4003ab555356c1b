! The levels of the atmosphere are shared by the threads and broadcast behind the loop.
!@ flags: -fopenmp
!@ ranks: 2
program levels
  use mpi
  implicit none
  integer, parameter :: nlev = 8
  integer :: ierr, rank, provided, k
  double precision :: pressure(nlev)
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  pressure = 0
  !$omp parallel do num_threads(4) private(ierr)
  do k = 1, nlev
    if (rank == 0) pressure(k) = 1000d0 / k
  end do
  !$omp end parallel do
  call MPI_Bcast(pressure, nlev, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  print '(i2,f9.2)', rank, sum(pressure)
  call MPI_Finalize(ierr)
end program levels
