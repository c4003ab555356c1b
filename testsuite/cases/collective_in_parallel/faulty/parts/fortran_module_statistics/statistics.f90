module statistics
  use mpi
  implicit none
  real, save :: samples(12), partial = 0, total = 0
contains
  subroutine prepare(rank)
    integer, intent(in) :: rank
    samples = 0.5 * (rank + 1)
  end subroutine prepare

  subroutine summarise()
    integer :: i, ierr
    !$omp do reduction(+:partial)
    do i = 1, size(samples)
      partial = partial + samples(i)
    end do
    !$omp end do
    call MPI_Reduce(partial, total, 1, MPI_REAL, MPI_SUM, 0, MPI_COMM_WORLD, ierr) !~ collective_in_parallel
  end subroutine summarise
end module statistics
