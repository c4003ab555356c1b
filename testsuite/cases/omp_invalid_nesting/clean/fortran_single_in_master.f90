! The log subroutine has a single construct, which all threads call.
!@ flags: -fopenmp
!@ mpi: none
program logs
  implicit none
  integer :: lines
  lines = 0
  !$omp parallel num_threads(2) shared(lines)
  call log_line('started')
  !$omp end parallel
  print '(i0)', lines
contains
  subroutine log_line(text)
    character(*), intent(in) :: text
    !$omp single
    print '(a)', text
    lines = lines + 1
    !$omp end single
  end subroutine log_line
end program logs
