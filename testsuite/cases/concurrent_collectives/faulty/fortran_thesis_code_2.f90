! Code 2 of figure 4.1 in Fortran: end single nowait, and the next single reduces as well.
!@ flags: -fopenmp
!@ ranks: 2
program code_2
  use mpi
  implicit none
  integer :: ierr, provided, rank
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call f(rank)
  call MPI_Finalize(ierr)
contains
  subroutine f(rank)
    integer, intent(in) :: rank
    integer :: error, both(2), sums(2)
    both = [rank, 1]
    sums = 0
    !$omp parallel num_threads(4)
    !$omp single
    call MPI_Reduce(both(1), sums(1), 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, error)
    !$omp end single nowait
    !$omp single
    call MPI_Reduce(both(2), sums(2), 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, error) !~ concurrent_collectives
    !$omp end single
    !$omp end parallel
    if (rank == 0) print '(2i4)', sums
  end subroutine f
end program code_2
