! A helper sums an array over all ranks by a copy; each rank adds to what was summed before.
!@ levels: -O1 -O2
module sums
  implicit none
  include 'mpif.h'
contains
  subroutine sum_over_all(numbers, length)
    integer, intent(in) :: length
    real(8), intent(inout) :: numbers(length)
    real(8) :: copy(length)
    integer :: ierror
    call mpi_allreduce(numbers, copy, length, mpi_double_precision, mpi_sum, mpi_comm_world, ierror)
    numbers = copy
  end subroutine
end module

program fortran_summed_by_helpers
  use sums
  implicit none
  integer :: rank, ierror, rounds
  real(8) :: grown(3)
  call mpi_init(ierror)
  call mpi_comm_rank(mpi_comm_world, rank, ierror)
  grown = rank
  rounds = 0
  call sum_over_all(grown, 3)
  do while (grown(1) < 1000)
    grown = grown + rank + 1
    call sum_over_all(grown, 3)
    rounds = rounds + 1
  end do
  if (rank == 0) print '(i0, a)', rounds, ' rounds'
  call mpi_finalize(ierror)
end program
