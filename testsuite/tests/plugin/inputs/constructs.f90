! What Fortran has, each with a collective in it. Correct: all ranks call the same.
module zones
  implicit none
  include 'mpif.h'
  type :: zone
    integer :: cells = 0
    real, allocatable :: values(:, :)
    procedure(action), pointer, nopass :: step => null()
  end type zone
  abstract interface
    subroutine action(count)
      integer, intent(inout) :: count
    end subroutine action
  end interface
  integer :: rank, ranks, ierr, barriers = 0
contains
  subroutine setup(this, n)
    type(zone), intent(inout) :: this
    integer, intent(in) :: n
    allocate (this%values(n, n))
    this%values = 1.0
    this%step => advance
    if (n > 0) call inner()
  contains
    subroutine inner()
      call MPI_Barrier(MPI_COMM_WORLD, ierr)
      this%cells = this%cells + n*n
    end subroutine inner
  end subroutine setup
  subroutine advance(count)
    integer, intent(inout) :: count
    integer :: total
    call MPI_Allreduce(count, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    count = total
  end subroutine advance
  recursive subroutine descend(n)
    integer, value :: n
    call MPI_Bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    if (n > 0) call descend(n - 1)
  end subroutine descend
  elemental real function squared(x)
    real, intent(in) :: x
    squared = x*x
  end function squared
end module zones

subroutine entries(kind, *)
  implicit none
  include 'mpif.h'
  integer :: kind, counter, ierr
  common /shared/ counter
  integer :: words(4)
  real :: reals(4)
  equivalence (words, reals)
  reals = 1.0
  counter = ishft(words(1), -23)
  return
  entry second_entry(kind, *)
  select case (kind)
  case (:-1)
    return
  case (3, 7)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  case default
    counter = counter + 1
  end select
  if (kind - 5) 10, 20, 30
10 counter = counter + 10
  return
20 continue
30 return 1
end subroutine entries

program constructs
  use zones
  implicit none
  external entries, second_entry
  type(zone) :: here
  real :: values(10)
  integer :: i, counter, taken
  common /shared/ counter
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call setup(here, 4)
  call here%step(here%cells)
  call descend(4)
  taken = 0
  call entries(1, *99)
  call second_entry(3, *99)
  call second_entry(7, *40)
  taken = taken + 100
40 taken = taken + 1
  values = 2.0
  values = squared(values)
  where (values > 3.0) values = values + 1.0
  do concurrent (i=1:10)
    values(i) = values(i) + i
  end do
  block
    integer, allocatable :: counts(:)
    allocate (counts(ranks))
    counts = rank
    if (size(counts) == ranks) call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end block
  if (rank == 0) write (*, '(3I8,10F7.2)') here%cells, counter, taken, values
99 call MPI_Finalize(ierr)
end program constructs
