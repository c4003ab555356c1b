! MPI_Is_thread_main says which thread may tell.
!@ flags: -fopenmp
!@ ranks: 2
program tell
  use mpi
  use omp_lib
  implicit none
  integer :: ierr, rank, provided, i, partial, total
  logical :: is_main
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierr)
  if (provided < MPI_THREAD_FUNNELED) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  partial = 0
  total = 0
  !$omp parallel num_threads(3) shared(partial, total) private(ierr, is_main)
  !$omp do schedule(guided) reduction(+:partial)
  do i = 1, 20
    partial = partial + i * (rank + 1)
  end do
  !$omp end do
  call MPI_Is_thread_main(is_main, ierr)
  if (is_main) then
    call MPI_Reduce(partial, total, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  end if
  !$omp end parallel
  if (rank == 0) print '(i0)', total
  call MPI_Finalize(ierr)
end program tell
