! The root cannot open a file and leaves the subroutine.
module input
  use mpi
  implicit none
contains
  subroutine read_parameters(steps, status)
    integer, intent(out) :: steps, status
    integer :: rank, ierr, unit, ios
    steps = 1
    status = 0
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    if (rank == 0) then
      open (newunit=unit, file='no-such-file.nml', status='old', iostat=ios)
      if (ios /= 0) then
        status = 1
        return
      end if
      read (unit, *, iostat=ios) steps
      close (unit)
    end if
    call MPI_Bcast(steps, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
  end subroutine read_parameters
end module input

program main
  use input
  implicit none
  integer :: steps, status, ierr
  call MPI_Init(ierr)
  call read_parameters(steps, status)
  call MPI_Finalize(ierr)
end program main
