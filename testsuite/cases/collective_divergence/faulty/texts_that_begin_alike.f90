! What the ranks are to do is a word, and both words begin with the same letters.
!@ ranks: 3
program jobs
  use mpi
  implicit none
  character(len=6) :: job
  integer :: rank, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  job = 'reduce'
  if (rank == 2) job = 'record'
  if (job == 'reduce') then
    call MPI_Barrier(MPI_COMM_WORLD, ierror) !~ collective_divergence
  end if
  call MPI_Finalize(ierror)
end program jobs
