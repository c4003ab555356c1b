! The recursive procedure has no critical section; its caller has.
!@ flags: -fopenmp
!@ mpi: none
program tree
  implicit none
  integer :: i, visits
  visits = 0
  !$omp parallel do num_threads(3) shared(visits)
  do i = 1, 6
    !$omp critical (tree_lock)
    call visit(mod(i, 3))
    !$omp end critical (tree_lock)
  end do
  !$omp end parallel do
  print '(i0)', visits
contains
  recursive subroutine visit(depth)
    integer, intent(in) :: depth
    visits = visits + 1
    if (depth > 0) call visit(depth - 1)
  end subroutine visit
end program tree
