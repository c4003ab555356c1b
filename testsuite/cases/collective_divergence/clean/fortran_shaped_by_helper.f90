! Helpers that take arrays with their shape broadcast them: flang copies what does not stand in one piece, and back.
module helpers
  use mpi
  implicit none
  integer, allocatable :: table(:)
  type box
    integer, allocatable :: values(:)
    integer, pointer :: seen(:, :)
  end type
contains
  subroutine send_vector(message, comm)
    integer, intent(inout) :: message(:)
    integer, intent(in) :: comm
    integer :: ierr
    call mpi_bcast(message, size(message), MPI_INTEGER, 0, comm, ierr)
  end subroutine
  subroutine send_matrix(message, comm)
    integer, intent(inout) :: message(:, :)
    integer, intent(in) :: comm
    integer :: ierr
    call mpi_bcast(message, size(message), MPI_INTEGER, 0, comm, ierr)
  end subroutine
  subroutine pass_on(message, comm)
    integer, intent(inout) :: message(:)
    integer, intent(in) :: comm
    call send_vector(message, comm)
  end subroutine
  subroutine fill(array, n)
    integer, intent(in) :: n
    integer, intent(out) :: array(n)
    integer :: i
    do i = 2, n
      array(i) = i
    end do
    array(1) = n
  end subroutine
end module

program shapes
  use helpers
  implicit none
  integer :: ierr, rank, n, fixed(8), grid(4, 5)
  integer, allocatable :: own(:)
  type(box) :: kept
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  n = 10
  allocate (own(n), table(n), kept%values(n), kept%seen(n, 2))
  fixed(1) = 0
  if (rank == 0) then
    call fill(fixed, 8)
    call fill(grid, 20)
    call fill(own, n)
    call fill(table, n)
    call fill(kept%values, n)
    call fill(kept%seen, 2*n)
  end if
  call pass_on(fixed, MPI_COMM_WORLD)
  if (fixed(1) > 0) call mpi_barrier(MPI_COMM_WORLD, ierr)
  call send_vector(grid(2, :), MPI_COMM_WORLD)
  if (grid(2, 3) > 0) call mpi_barrier(MPI_COMM_WORLD, ierr)
  call send_matrix(grid, MPI_COMM_WORLD)
  if (grid(1, 1) > 0) call mpi_barrier(MPI_COMM_WORLD, ierr)
  call pass_on(own, MPI_COMM_WORLD)
  if (own(1) > 0) call mpi_barrier(MPI_COMM_WORLD, ierr)
  call pass_on(table, MPI_COMM_WORLD)
  if (table(1) > 0) call mpi_barrier(MPI_COMM_WORLD, ierr)
  call send_vector(kept%values, MPI_COMM_WORLD)
  if (kept%values(1) > 0) call mpi_barrier(MPI_COMM_WORLD, ierr)
  call send_matrix(kept%seen, MPI_COMM_WORLD)
  if (kept%seen(1, 1) > 0) call mpi_barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) print *, 'done'
  call mpi_finalize(ierr)
end program
