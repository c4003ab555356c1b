! A derived type carries rank and communicator through the program.
module grid_module
  use mpi
  implicit none
  type :: process_grid
    integer :: comm = MPI_COMM_NULL
    integer :: rank = 0, ranks = 1
    integer :: rows = 0
  end type process_grid
contains
  subroutine make_grid(grid)
    type(process_grid), intent(out) :: grid
    integer :: ierr
    grid%comm = MPI_COMM_WORLD
    call MPI_Comm_rank(grid%comm, grid%rank, ierr)
    call MPI_Comm_size(grid%comm, grid%ranks, ierr)
    grid%rows = 10 / grid%ranks
    if (grid%rank < mod(10, grid%ranks)) grid%rows = grid%rows + 1
  end subroutine make_grid

  subroutine write_rows(grid)
    type(process_grid), intent(in) :: grid
    integer :: row, value, smallest, ierr
    do row = 1, grid%rows
      value = row
      call MPI_Reduce(value, smallest, 1, MPI_INTEGER, MPI_MIN, 0, grid%comm, ierr) !~ collective_divergence
    end do
  end subroutine write_rows
end module grid_module

program main
  use grid_module
  implicit none
  type(process_grid) :: grid
  integer :: ierr
  call MPI_Init(ierr)
  call make_grid(grid)
  call write_rows(grid)
  call MPI_Finalize(ierr)
end program main
