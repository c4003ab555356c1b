! Contained procedures see the variables of the program around them.
program main
  use mpi
  implicit none
  integer :: me, ranks, ierr, owned
  double precision :: norm
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call distribute(8)
  norm = 0d0
  call sum_up(norm)
  if (me == 0) print '(f6.2)', norm
  call MPI_Finalize(ierr)
contains
  subroutine distribute(cells)
    integer, intent(in) :: cells
    owned = cells / ranks + merge(1, 0, mod(cells, ranks) > 0)
  end subroutine distribute

  subroutine sum_up(total)
    double precision, intent(inout) :: total
    double precision :: part, whole
    integer :: cell
    do cell = 1, owned
      part = 0.5d0
      call MPI_Allreduce(part, whole, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
      total = total + whole
    end do
  end subroutine sum_up
end program main
