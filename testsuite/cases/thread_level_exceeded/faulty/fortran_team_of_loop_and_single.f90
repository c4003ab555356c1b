! One thread sums over the ranks, whichever it is: more than the level asked for allows.
!@ flags: -fopenmp
!@ says: 15:1: note: the team of threads is made here, the word is P15S21
!@ ranks: 2
program sums
  use mpi
  use omp_lib
  implicit none
  integer :: ierr, provided, i
  ! The line of the team is told, not one inside of it.
  double precision :: field(8), total, all_ranks
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierr)
  field = 1
  total = 0
!$omp parallel
!$omp do reduction(+:total)
  do i = 1, 8
    total = total + field(i)
  end do
!$omp end do
!$omp single
  call MPI_Allreduce(total, all_ranks, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr) !~ thread_level_exceeded
!$omp end single
!$omp end parallel
  if (all_ranks < 1) print *, 'nothing'
  call MPI_Finalize(ierr)
end program
