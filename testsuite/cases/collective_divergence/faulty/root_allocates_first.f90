! The root allocates one more than it tells the others.
!@ static: none
program tables
  use mpi
  implicit none
  integer :: ierr, rank, n, i, total
  integer, allocatable :: kinds(:)
  real(8), allocatable :: x(:)

  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  if (rank == 0) then
    call read_count(n)
    allocate(x(n + 1), kinds(n + 1))
    do i = 1, n + 1
      x(i) = i
      kinds(i) = mod(i, 3)
    end do
  end if
  call mpi_bcast(n, 1, mpi_integer, 0, mpi_comm_world, ierr)
  if (rank /= 0) allocate(x(n), kinds(n))
  call mpi_bcast(x, n, mpi_double_precision, 0, mpi_comm_world, ierr)
  call mpi_bcast(kinds, n, mpi_integer, 0, mpi_comm_world, ierr)
  total = 0
  do i = 1, size(kinds)
    call mpi_barrier(mpi_comm_world, ierr)
    total = total + kinds(i)
  end do
  if (rank == 0) print *, total
  call mpi_finalize(ierr)
contains
  subroutine read_count(count)
    integer, intent(out) :: count
    character(len=8) :: text = '5'
    read(text, *) count
  end subroutine
end program
