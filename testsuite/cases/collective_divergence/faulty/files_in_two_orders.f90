! Rank 0 writes its log first, the others their part of the checkpoint.
program checkpoint
  use mpi
  implicit none
  integer :: ierr, rank, heat, log_file, mode
  integer :: mine(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  mine = rank
  mode = MPI_MODE_CREATE + MPI_MODE_WRONLY + MPI_MODE_DELETE_ON_CLOSE
  call MPI_File_open(MPI_COMM_WORLD, 'files_in_two_orders.heat', mode, MPI_INFO_NULL, heat, ierr)
  call MPI_File_open(MPI_COMM_WORLD, 'files_in_two_orders.log', mode, MPI_INFO_NULL, log_file, ierr)
  if (rank == 0) then
     call MPI_File_write_ordered(log_file, mine, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr) !~ collective_divergence
     call MPI_File_write_ordered(heat, mine, 4, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  else
     call MPI_File_write_ordered(heat, mine, 4, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
     call MPI_File_write_ordered(log_file, mine, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  end if
  call MPI_File_close(heat, ierr)
  call MPI_File_close(log_file, ierr)
  call MPI_Finalize(ierr)
end program
