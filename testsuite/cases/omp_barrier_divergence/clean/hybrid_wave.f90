! A wave equation: the master exchanges the halo, a barrier shows it to the team.
!@ flags: -fopenmp
!@ ranks: 2
program wave
  use mpi
  use omp_lib
  implicit none
  integer, parameter :: n = 24, steps = 4
  integer :: ierr, rank, provided, i, s
  double precision :: u(0:n + 1), v(n), w(0:n + 1)
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierr)
  if (provided < MPI_THREAD_FUNNELED) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  u = 0
  v = 0
  w = 0
  if (rank == 0) u(n) = 1
  !$omp parallel num_threads(3) private(s, i, ierr) shared(u, v, w, rank)
  do s = 1, steps
    if (omp_get_thread_num() == 0) then
      call MPI_Sendrecv(u(n), 1, MPI_DOUBLE_PRECISION, 1 - rank, 1, u(0), 1, MPI_DOUBLE_PRECISION, &
        1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    end if
    !$omp barrier
    !$omp do
    do i = 1, n
      v(i) = v(i) + 0.25d0 * (u(i - 1) - 2 * u(i) + u(i + 1))
    end do
    !$omp end do
    !$omp do
    do i = 1, n
      u(i) = u(i) + v(i)
    end do
    !$omp end do
  end do
  !$omp end parallel
  print '(i2,f12.6)', rank, sum(u(1:n))
  call MPI_Finalize(ierr)
end program wave
