! The function reference in the print statement is a collective.
module diagnostics
  use mpi
  implicit none
contains
  double precision function total_energy(local)
    double precision, intent(in) :: local
    integer :: ierr
    call MPI_Allreduce(local, total_energy, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr) !~ collective_divergence
  end function total_energy
end module diagnostics

program main
  use diagnostics
  implicit none
  integer :: ierr, rank
  double precision :: energy, total
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  energy = 0.5d0
  if (rank == 0) then
    total = total_energy(energy)
    print '(f6.2)', total
  end if
  call MPI_Finalize(ierr)
end program main
