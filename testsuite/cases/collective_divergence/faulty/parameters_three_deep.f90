! The number of local atoms goes down through three procedures before it counts the calls.
module molecule
  use mpi
  implicit none
contains
  subroutine dynamics(atoms)
    integer, intent(in) :: atoms
    integer :: step
    do step = 1, 2
      call forces(step, atoms)
    end do
  end subroutine dynamics

  subroutine forces(step, atoms)
    integer, intent(in) :: step, atoms
    double precision :: energy
    energy = dble(step)
    call accumulate(energy, atoms)
  end subroutine forces

  subroutine accumulate(energy, atoms)
    double precision, intent(inout) :: energy
    integer, intent(in) :: atoms
    integer :: atom, ierr
    do atom = 1, atoms
      call MPI_Allreduce(MPI_IN_PLACE, energy, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr) !~ collective_divergence
    end do
  end subroutine accumulate
end module molecule

program main
  use molecule
  implicit none
  integer :: me, ranks, ierr, local
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  local = (10 + me) / ranks
  call dynamics(local)
  call MPI_Finalize(ierr)
end program main
