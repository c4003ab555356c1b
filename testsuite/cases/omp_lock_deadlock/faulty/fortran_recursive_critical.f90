! The recursive procedure enters its critical section again on the way down.
!@ flags: -fopenmp
!@ mpi: none
program tree
  implicit none
  integer :: i, visits
  visits = 0
  !$omp parallel do num_threads(3) shared(visits)
  do i = 1, 6
    call visit(mod(i, 3))
  end do
  !$omp end parallel do
  print '(i0)', visits
contains
  recursive subroutine visit(depth)
    integer, intent(in) :: depth
    !$omp critical (tree_lock) !~ omp_lock_deadlock
    visits = visits + 1
    if (depth > 0) call visit(depth - 1)
    !$omp end critical (tree_lock)
  end subroutine visit
end program tree
