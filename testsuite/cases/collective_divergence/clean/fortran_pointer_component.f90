! A pointer component is associated on the ranks that have a boundary.
module boundary_module
  use mpi
  implicit none
  type :: boundary
    double precision :: value = 0d0
  end type boundary
  type :: region
    integer :: comm = MPI_COMM_NULL
    type(boundary), pointer :: inflow => null()
  end type region
contains
  subroutine set_up(this, me)
    type(region), intent(inout) :: this
    integer, intent(in) :: me
    this%comm = MPI_COMM_WORLD
    if (me == 0) then
      allocate(this%inflow)
      this%inflow%value = 2d0
    end if
  end subroutine set_up

  subroutine inflow_rate(this, rate)
    type(region), intent(in) :: this
    double precision, intent(out) :: rate
    double precision :: own
    integer :: ierr
    own = 0d0
    rate = 0d0
    if (associated(this%inflow)) own = this%inflow%value
    call MPI_Allreduce(own, rate, 1, MPI_DOUBLE_PRECISION, MPI_MAX, this%comm, ierr)
  end subroutine inflow_rate
end module boundary_module

program main
  use boundary_module
  implicit none
  type(region) :: pipe
  double precision :: rate
  integer :: me, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call set_up(pipe, me)
  call inflow_rate(pipe, rate)
  call MPI_Finalize(ierr)
end program main
