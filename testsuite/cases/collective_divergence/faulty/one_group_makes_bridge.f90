! The ocean's ranks make the intercommunicator, those of the atmosphere wait in a barrier.
!@ ranks: 4
!@ static: none
program coupled
  use mpi
  implicit none
  integer :: ierr, rank, model, bridge, color
  logical :: couples
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  color = mod(rank, 2)
  call MPI_Comm_split(MPI_COMM_WORLD, color, rank, model, ierr)
  couples = color == 0
  if (couples) then
     call MPI_Intercomm_create(model, 0, MPI_COMM_WORLD, 1 - color, 17, bridge, ierr)
     call MPI_Comm_free(bridge, ierr)
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Comm_free(model, ierr)
  print '(2i4)', rank, color
  call MPI_Finalize(ierr)
end program coupled
