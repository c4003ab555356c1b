!@ files: parts/fortran_printed_by_other_file.f90
! A procedure of another file changes the variable that one rank hands it.
program printed
  use mpi
  implicit none
  integer :: rank, ranks, ierr, steps, i, levels(10)
  double precision :: dt, own, whole
  external :: print_header, print_levels

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  steps = 2 * ranks
  dt = 0.1d0
  levels = 3
  own = rank
  if (rank == 0) call print_header(steps, dt)
  do i = 1, ranks
    if (rank > i) call print_levels(levels, 10)
  end do
  do i = 1, steps
    call MPI_Allreduce(own, whole, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr) !~ collective_divergence
  end do
  if (levels(4) > 2 .and. dt > 0.05d0) call MPI_Bcast(whole, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
