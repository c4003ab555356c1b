! Type-bound procedures, and a logical component that says who writes.
module writer_module
  use mpi
  implicit none
  type :: writer
    private
    logical :: active = .false., buffered = .false.
    integer :: lines = 0
  contains
    procedure :: open => writer_open
    procedure :: write => writer_write
  end type writer
contains
  subroutine writer_open(this, rank, buffered)
    class(writer), intent(inout) :: this
    integer, intent(in) :: rank
    logical, intent(in) :: buffered
    this%active = rank == 0
    this%buffered = buffered
  end subroutine writer_open

  subroutine writer_write(this, value)
    class(writer), intent(inout) :: this
    real, intent(in) :: value
    real :: total
    integer :: ierr
    if (this%buffered) then
      call MPI_Reduce(value, total, 1, MPI_REAL, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
    end if
    if (this%active) this%lines = this%lines + 1
  end subroutine writer_write
end module writer_module

program main
  use writer_module
  implicit none
  type(writer) :: out
  integer :: me, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call out%open(me, .true.)
  call out%write(1.0)
  call MPI_Finalize(ierr)
end program main
