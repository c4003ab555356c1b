! The pool is empty: the function unsets its lock on this way out, too.
!@ flags: -fopenmp
!@ mpi: none
!@ files: parts/fortran_return_keeps_lock/pool.f90
program users
  use pool
  implicit none
  integer :: i, served
  served = 0
  call open_pool(5)
  !$omp parallel do num_threads(3) reduction(+:served)
  do i = 1, 9
    if (take()) served = served + 1
  end do
  !$omp end parallel do
  call close_pool()
  print '(i0)', served
end program users
