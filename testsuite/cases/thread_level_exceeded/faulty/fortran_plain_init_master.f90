! MPI_Init promises a program of one thread; the master region is inside a team.
!@ flags: -fopenmp
!@ ranks: 2
program heat
  use mpi
  implicit none
  integer, parameter :: n = 40
  integer :: ierr, rank, i
  double precision :: u(0:n + 1), residual, worst
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  u = rank
  residual = 0
  !$omp parallel num_threads(4) default(shared) private(i)
  !$omp do reduction(max:residual)
  do i = 1, n
    residual = max(residual, abs(u(i) - i))
  end do
  !$omp end do
  !$omp master
  call MPI_Allreduce(residual, worst, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr) !~ thread_level_exceeded
  !$omp end master
  !$omp end parallel
  if (rank == 0) print '(f8.2)', worst
  call MPI_Finalize(ierr)
end program heat
