module histogram
  implicit none
  integer, save :: bins(10) = 0
contains
  subroutine fill_bins()
    integer :: b
    !$omp do
    do b = 1, 10
      bins(b) = bins(b) + b
    end do
    !$omp end do
  end subroutine fill_bins
end module histogram
