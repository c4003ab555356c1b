! The two module procedures end without a wait, so their collectives may overlap.
!@ flags: -fopenmp
!@ ranks: 2
!@ files: parts/fortran_module_monitor/monitor.f90
program simulation
  use mpi
  use monitor
  implicit none
  integer :: ierr, rank, provided
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  energy = 1.5 * (rank + 1)
  particles = 10.0 * (rank + 1)
  !$omp parallel num_threads(3)
  call watch_energy()
  call watch_particles()
  !$omp end parallel
  print '(i2,2f6.2)', rank, all_energy, most_particles
  call MPI_Finalize(ierr)
end program simulation
