! Nodes are reached through pointers whose descriptors are copied for every use.
module nodes
  implicit none
  type node
    integer :: work = 0
    type(node), pointer :: next => null()
  end type
contains
  subroutine prepend(first, work)
    type(node), pointer, intent(inout) :: first
    integer, intent(in) :: work
    type(node), pointer :: new
    allocate(new)
    new%work = work
    new%next => first
    first => new
  end subroutine
end module

program lists
  use mpi
  use nodes
  implicit none
  integer :: ierr, rank
  type(node), pointer :: first, second

  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  allocate(first)
  allocate(first%next)
  first%next%work = rank
  second => first%next
  if (second%work == 0) call mpi_barrier(mpi_comm_world, ierr) !~ collective_divergence
  call prepend(first, 1)
  call mpi_finalize(ierr)
end program
