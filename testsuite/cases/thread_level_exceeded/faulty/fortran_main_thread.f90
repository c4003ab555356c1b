! The thread with the largest number tells; FUNNELED wants the main thread.
!@ flags: -fopenmp
!@ ranks: 2
program tell
  use mpi
  use omp_lib
  implicit none
  integer :: ierr, rank, provided, i, partial, total
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierr)
  if (provided < MPI_THREAD_FUNNELED) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  partial = 0
  total = 0
  !$omp parallel num_threads(3) shared(partial, total) private(ierr)
  !$omp do schedule(guided) reduction(+:partial)
  do i = 1, 20
    partial = partial + i * (rank + 1)
  end do
  !$omp end do
  if (omp_get_thread_num() == omp_get_num_threads() - 1) then
    call MPI_Reduce(partial, total, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierr) !~ thread_level_exceeded
  end if
  !$omp end parallel
  if (rank == 0) print '(i0)', total
  call MPI_Finalize(ierr)
end program tell
