! The root reads a namelist of a module; all that is read is shared.
module settings
  implicit none
  integer :: steps = 2
  logical :: restart = .false.
  real(8) :: width = 1.5d0
  namelist /run/ steps, restart, width
end module settings

program namelist_of_module
  use mpi
  use settings
  implicit none
  integer :: ierr, rank, step
  real(8) :: own, all
  character(len=32) :: text(1)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    text(1) = '&run steps=4 restart=T /'
    read(text, nml=run)
  end if
  call MPI_Bcast(steps, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(restart, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(width, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  do step = 1, steps
    own = width * rank
    call MPI_Allreduce(own, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end do
  if (restart) call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) print *, all
  call MPI_Finalize(ierr)
end program namelist_of_module
