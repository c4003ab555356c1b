! Hybrid, funneled: the collective is outside the parallel region.
!@ flags: -fopenmp
program hybrid
  use mpi
  implicit none
  integer :: ierr, rank, ranks, provided, i
  double precision :: x(64), local, total
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  local = 0
  !$omp parallel do reduction(+:local)
  do i = 1, 64
    x(i) = i
    local = local + x(i)
  end do
  !$omp end parallel do
  total = local
  if (ranks > 1) then
    call MPI_Allreduce(local, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program hybrid
