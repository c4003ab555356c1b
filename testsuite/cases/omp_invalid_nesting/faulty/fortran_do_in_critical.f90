! The module procedure shares its loop, but its caller is alone in a critical section.
!@ flags: -fopenmp
!@ mpi: none
!@ files: parts/fortran_do_in_critical/histogram.f90
program spectrum
  use histogram, only: bins, fill_bins
  implicit none
  integer :: filled
  filled = 0
  !$omp parallel num_threads(3) shared(filled)
  !$omp critical (bins_lock)
  call fill_bins()
  filled = filled + 1
  !$omp end critical (bins_lock)
  !$omp end parallel
  print '(2i4)', filled, sum(bins)
end program spectrum
