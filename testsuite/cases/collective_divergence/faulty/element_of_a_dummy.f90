! An element of an array of derived type is handed on, the one of each rank.
!@ ranks: 4
module meshes
  use mpi
  implicit none
  type mesh
    integer :: id, levels
  end type mesh
contains
  subroutine refine(own)
    type(mesh), intent(in) :: own
    integer :: level, ierror
    do level = 1, own%levels
      call MPI_Barrier(MPI_COMM_WORLD, ierror) !~ collective_divergence
    end do
  end subroutine refine
end module meshes

program refinement
  use mpi
  use meshes
  implicit none
  type(mesh) :: all_meshes(0:15)
  integer :: rank, i, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  do i = 0, 15
    all_meshes(i)%id = i
    all_meshes(i)%levels = i
  end do
  call refine(all_meshes(rank))
  call MPI_Finalize(ierror)
end program refinement
