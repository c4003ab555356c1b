! A sum over the threads, then over the ranks by one of them.
!@ flags: -fopenmp
!@ ranks: 2
program sums
  use mpi
  use omp_lib
  implicit none
  integer :: ierr, provided, i
  double precision :: field(8), total, all_ranks
  call MPI_Init_thread(MPI_THREAD_SERIALIZED, provided, ierr)
  if (provided < MPI_THREAD_SERIALIZED) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  field = 1
  total = 0
!$omp parallel
!$omp do reduction(+:total)
  do i = 1, 8
    total = total + field(i)
  end do
!$omp end do
!$omp single
  call MPI_Allreduce(total, all_ranks, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
!$omp end single
!$omp end parallel
  if (all_ranks < 1) print *, 'nothing'
  call MPI_Finalize(ierr)
end program
