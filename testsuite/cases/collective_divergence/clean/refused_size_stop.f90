! Ranks stop together, or end the job, where the number of ranks is wrong.
!@ ranks: 2
program refused_size_stop
  implicit none
  include 'mpif.h'
  integer :: rank, size, ierr

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  if (size > 3) then
    if (rank == 0) print *, 'too many'
    call MPI_Finalize(ierr)
    stop
  end if
  if (size == 3) then
    print *, 'not three'
    call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  end if
  if (rank == 0) then
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  else if (rank == 1) then
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program refused_size_stop
