! Each rank goes on while the residual of its own block is too large, which is that of all blocks.
!@ ranks: 3
module blocks
  use mpi
  implicit none
  type block
    integer :: first, cells
    real(8) :: residual
    real(8), allocatable :: values(:)
  end type block
contains
  subroutine smooth(own)
    type(block), intent(inout) :: own
    real(8) :: squares, all_squares
    integer :: ierror
    own%values = 0.5d0 * own%values
    squares = sum(own%values**2)
    call MPI_Allreduce(squares, all_squares, 1, MPI_DOUBLE_PRECISION, MPI_SUM, &
                       MPI_COMM_WORLD, ierror)
    own%residual = all_squares
  end subroutine smooth
end module blocks

program smoothing
  use mpi
  use blocks
  implicit none
  type(block), allocatable :: parts(:)
  integer :: rank, ranks, part, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  allocate(parts(0:ranks - 1))
  do part = 0, ranks - 1
    parts(part)%first = 10 * part + 1
    parts(part)%cells = 10
    allocate(parts(part)%values(10))
    parts(part)%values = 4.0d0**part
  end do
  call smooth(parts(rank))
  do while (parts(rank)%residual > 1.0d-3)
    call smooth(parts(rank))
  end do
  call MPI_Finalize(ierror)
end program smoothing
