! Every thread sets the lock and unsets it.
!@ flags: -fopenmp
!@ mpi: none
program twice
  use omp_lib
  implicit none
  integer(omp_lock_kind) :: lock
  integer :: counter
  call omp_init_lock(lock)
  counter = 0
  !$omp parallel num_threads(3) shared(counter, lock)
  call omp_set_lock(lock)
  counter = counter + 1
  call omp_unset_lock(lock)
  !$omp end parallel
  call omp_destroy_lock(lock)
  print '(i0)', counter
end program twice
