! Program, physics and sums in three files; the physics is skipped where there is nothing to do.
!@ files: parts/fortran_chain_three_files/physics.f90 parts/fortran_chain_three_files/sums.f90
program main
  use mpi
  use physics
  implicit none
  integer :: me, ranks, ierr, cells
  double precision :: energy
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  cells = merge(0, 5, me == ranks - 1)
  call compute_energy(cells, energy)
  call MPI_Finalize(ierr)
end program main
