!@ files: parts/block_data_in_other_file.f90
! What the ranks do is set by block data, in a file of its own.
program settings
  use mpi
  implicit none
  integer :: mode, level, rank, ierr
  common /chosen/ mode, level

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (mode == 1 .and. rank == 0) then
    print '(a, i0)', 'level ', level
  else
    call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence
  end if
  call MPI_Finalize(ierr)
end program
