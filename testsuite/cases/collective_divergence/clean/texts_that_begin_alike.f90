! Words that begin with the same letters say what all ranks do, one after the other; one that differs says what is printed.
!@ ranks: 3
program jobs
  use mpi
  implicit none
  character(len=6) :: job, own
  integer :: rank, step, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  own = merge('writer', 'worker', rank == 0)
  do step = 1, 4
    job = 'reduce'
    if (step > 2) job = 'record'
    if (job == 'reduce') then
      call MPI_Barrier(MPI_COMM_WORLD, ierror)
    else if (own == 'writer') then
      print *, step
    end if
  end do
  call MPI_Finalize(ierror)
end program jobs
