! A small complete program in the style of a course: pi by the midpoint rule.
program pi_midpoint
  use mpi
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer :: rank, ranks, ierr, i, n
  real(dp) :: width, x, partial, pi, started
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  started = MPI_Wtime()
  if (rank == 0) n = 20000
  call MPI_Bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  if (n > 0) then
    width = 1.0_dp / n
    partial = 0.0_dp
    do i = rank + 1, n, ranks
      x = width * (i - 0.5_dp)
      partial = partial + 4.0_dp / (1.0_dp + x * x)
    end do
    partial = partial * width
    call MPI_Reduce(partial, pi, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
    if (rank == 0) print '(f8.6)', pi
  end if
  if (MPI_Wtime() < started) print *, 'the clock runs backwards'
  call MPI_Finalize(ierr)
end program pi_midpoint
