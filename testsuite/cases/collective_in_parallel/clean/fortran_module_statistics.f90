! A module procedure of a parallel region sums over all ranks, on one thread.
!@ flags: -fopenmp
!@ ranks: 2
!@ files: parts/fortran_module_statistics/statistics.f90
program main
  use mpi
  use statistics, only: prepare, summarise, total
  implicit none
  integer :: ierr, rank, provided
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call prepare(rank)
  !$omp parallel num_threads(3)
  call summarise()
  !$omp end parallel
  if (rank == 0) print '(f6.1)', total
  call MPI_Finalize(ierr)
end program main
