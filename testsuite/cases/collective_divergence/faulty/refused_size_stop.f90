! The number of ranks may be three, but the arms are for two.
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
  if (rank == 0) then
    call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence
  else if (rank == 1) then
    call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence
  end if
  call MPI_Finalize(ierr)
end program refused_size_stop
