! The root keeps its numbers, the others read them from the text; one goes further.
!@ static: none
program options
  use mpi
  implicit none
  integer :: ierror, rank, steps, levels, i, numbers(2)
  character(64) :: line
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  steps = 0
  levels = 0
  if (rank == 0) then
    steps = 5
    write (line, '(i0)') steps
  end if
  call MPI_Bcast(line, 64, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierror)
  if (rank /= 0) read (line, *) steps
  if (rank == 1) steps = steps + 1
  do i = 1, steps
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end do
  if (rank == 0) levels = command_argument_count() + 4
  numbers(1) = levels
  numbers(2) = 1
  call MPI_Bcast(numbers, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  if (rank /= 0) levels = numbers(1)
  do i = 1, levels
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end do
  call MPI_Finalize(ierror)
end program
