module solver
  use mpi
  use parallel, only: me, ranks
  implicit none
contains
  subroutine solve(steps)
    integer, intent(in) :: steps
    integer :: step, ierr
    double precision :: residual
    residual = 1d0
    do step = 1, steps
      residual = 0.5d0 * residual
      if (mod(step, ranks + 1) == me) then
        call MPI_Bcast(residual, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
      end if
    end do
  end subroutine solve
end module solver
