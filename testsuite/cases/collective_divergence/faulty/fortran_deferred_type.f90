! An abstract type with two extensions: which of them runs is chosen when it is allocated.
!@ static: none
module steppers
  use mpi
  implicit none
  type, abstract :: stepper
  contains
    procedure(step_interface), deferred :: step
  end type stepper
  abstract interface
    subroutine step_interface(this, x)
      import :: stepper
      class(stepper), intent(in) :: this
      double precision, intent(inout) :: x
    end subroutine step_interface
  end interface
  type, extends(stepper) :: explicit_stepper
  contains
    procedure :: step => explicit_step
  end type explicit_stepper
  type, extends(stepper) :: implicit_stepper
  contains
    procedure :: step => implicit_step
  end type implicit_stepper
contains
  subroutine explicit_step(this, x)
    class(explicit_stepper), intent(in) :: this
    double precision, intent(inout) :: x
    x = 0.9d0 * x
  end subroutine explicit_step

  subroutine implicit_step(this, x)
    class(implicit_stepper), intent(in) :: this
    double precision, intent(inout) :: x
    integer :: ierr
    call MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end subroutine implicit_step
end module steppers

program main
  use steppers
  implicit none
  class(stepper), allocatable :: method
  double precision :: x
  integer :: me, ranks, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  if (me == 1) then
    allocate(explicit_stepper :: method)
  else
    allocate(implicit_stepper :: method)
  end if
  x = 1d0
  call method%step(x)
  call MPI_Finalize(ierr)
end program main
