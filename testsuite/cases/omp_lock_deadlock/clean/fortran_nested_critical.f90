! The subroutine's critical section has another name than the one in which it is called.
!@ flags: -fopenmp
!@ mpi: none
program accounts
  implicit none
  integer :: i, total, entries
  total = 0
  entries = 0
  !$omp parallel do num_threads(4) shared(total)
  do i = 1, 10
    !$omp critical (booking)
    total = total + i
    call note_entry()
    !$omp end critical (booking)
  end do
  !$omp end parallel do
  print '(2i4)', total, entries
contains
  subroutine note_entry()
    !$omp critical (noting)
    entries = entries + 1
    !$omp end critical (noting)
  end subroutine note_entry
end program accounts
