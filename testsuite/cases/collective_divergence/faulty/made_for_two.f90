!@ ranks: 2
! A program for two ranks, which says so; the second of them does not come.
program made_for_two
  use mpi
  implicit none
  integer :: rank, size, ierror
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  if (size /= 2) then
    if (rank == 0) print *, 'run this on two ranks'
  end if
  if (rank == 0) then
    print *, 'ping'
    call MPI_Barrier(MPI_COMM_WORLD, ierror) !~ collective_divergence
  else if (rank == 1) then
    print *, 'pong'
  end if
  call MPI_Finalize(ierror)
end program made_for_two
