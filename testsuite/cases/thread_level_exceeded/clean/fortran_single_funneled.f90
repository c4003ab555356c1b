! The residual is summed in a single construct, and the level allows any thread to run it.
!@ flags: -fopenmp
!@ ranks: 2
program residual
  use mpi
  implicit none
  integer, parameter :: wanted = MPI_THREAD_SERIALIZED
  integer :: ierr, rank, provided, i
  double precision :: local, total, x(100)
  call MPI_Init_thread(wanted, provided, ierr)
  if (provided < wanted) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  local = 0
  !$omp parallel num_threads(4)
  !$omp do reduction(+:local)
  do i = 1, 100
    x(i) = dble(i)
    local = local + x(i)
  end do
  !$omp end do
  !$omp single
  call MPI_Allreduce(local, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  !$omp end single
  !$omp end parallel
  if (rank == 0) print '(f10.1)', total
  call MPI_Finalize(ierr)
end program residual
