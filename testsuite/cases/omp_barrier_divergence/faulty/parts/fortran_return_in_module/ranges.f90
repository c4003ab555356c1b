module ranges
  implicit none
  integer, parameter :: n = 6
  integer, save :: field(n), copy(n)
contains
  subroutine sweep(thread, threads)
    integer, intent(in) :: thread, threads
    integer :: chunk, first, last, i
    chunk = n / (threads - 1)
    first = thread * chunk + 1
    last = min(n, first + chunk - 1)
    if (first > last) return
    do i = first, last
      copy(i) = field(i) + i
    end do
    !$omp barrier !~ omp_barrier_divergence
    do i = first, last
      field(i) = copy(modulo(i, n) + 1)
    end do
  end subroutine sweep
end module ranges
