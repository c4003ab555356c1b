! The master packs and sends, and much later the others receive: one broadcast for each side.
module configuration
  use mpi
  implicit none
  double precision :: settings(4)
contains
  subroutine send_settings
    integer :: ierr
    settings = (/ 1d0, 2d0, 3d0, 4d0 /)
    call MPI_Bcast(settings, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  end subroutine send_settings

  subroutine receive_settings
    integer :: ierr
    call MPI_Bcast(settings, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  end subroutine receive_settings
end module configuration

program main
  use configuration
  implicit none
  logical :: master
  integer :: me, ierr
  double precision :: scale
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  master = me == 0
  settings = 0d0
  scale = 1d0
  if (master) call send_settings
  scale = 2d0 * scale
  if (.not. master) call receive_settings
  settings = scale * settings
  call MPI_Finalize(ierr)
end program main
