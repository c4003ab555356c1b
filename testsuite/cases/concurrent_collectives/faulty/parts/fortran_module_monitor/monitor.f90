module monitor
  use mpi
  implicit none
  real, save :: energy, all_energy
  real, save :: particles, most_particles
contains
  subroutine watch_energy()
    integer :: ierr
    !$omp single
    call MPI_Allreduce(energy, all_energy, 1, MPI_REAL, MPI_SUM, MPI_COMM_WORLD, ierr)
    !$omp end single nowait
  end subroutine watch_energy

  subroutine watch_particles()
    integer :: ierr
    !$omp single
    call MPI_Allreduce(particles, most_particles, 1, MPI_REAL, MPI_MAX, MPI_COMM_WORLD, ierr) !~ concurrent_collectives
    !$omp end single nowait
  end subroutine watch_particles
end module monitor
