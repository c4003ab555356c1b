! The callee takes as many turns as its dummy argument has columns.
module columns
  use mpi
  implicit none
contains
  subroutine reduce_columns(block, norms)
    double precision, intent(in) :: block(:, :)
    double precision, intent(out) :: norms(:)
    integer :: column, ierr
    double precision :: part
    do column = 1, size(block, 2)
      part = sum(block(:, column))
      call MPI_Allreduce(part, norms(column), 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
    end do
  end subroutine reduce_columns
end module columns

program main
  use columns
  implicit none
  double precision :: matrix(4, 6), norms(6)
  integer :: me, ranks, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  matrix = dble(me)
  call reduce_columns(matrix(me + 1:, 1:ranks), norms)
  call MPI_Finalize(ierr)
end program main
