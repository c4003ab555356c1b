! The number of rounds is private and grows with the thread's number.
!@ flags: -fopenmp
!@ mpi: none
program rounds_of_threads
  use omp_lib
  implicit none
  integer :: rounds, i, total
  rounds = 3
  total = 0
  !$omp parallel num_threads(3) firstprivate(rounds) private(i) shared(total)
  rounds = rounds + omp_get_thread_num()
  do i = 1, rounds
    !$omp atomic
    total = total + i
    !$omp barrier !~ omp_barrier_divergence
  end do
  !$omp end parallel
  print '(i0)', total
end program rounds_of_threads
