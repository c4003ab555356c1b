! The module procedure shares its loop; the critical section comes behind it.
!@ flags: -fopenmp
!@ mpi: none
!@ files: parts/fortran_do_in_critical/histogram.f90
program spectrum
  use histogram, only: bins, fill_bins
  implicit none
  integer :: filled
  filled = 0
  !$omp parallel num_threads(3) shared(filled)
  call fill_bins()
  !$omp critical (bins_lock)
  filled = filled + 1
  !$omp end critical (bins_lock)
  !$omp end parallel
  print '(2i4)', filled, sum(bins)
end program spectrum
