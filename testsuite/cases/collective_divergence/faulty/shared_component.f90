! A type-bound procedure tells how long an array of the root's is, and the others make one that is longer.
module meshes
    use mpi
    implicit none
    type :: mesh_t
        integer, allocatable :: part(:)
    contains
        procedure :: share
    end type
contains
    subroutine share(self, comm)
        class(mesh_t), intent(inout) :: self
        integer, intent(in) :: comm
        integer :: extent, rank, ierr
        call MPI_Comm_rank(comm, rank, ierr)
        extent = 0
        if (rank == 0) extent = size(self%part)
        call MPI_Bcast(extent, 1, MPI_INTEGER, 0, comm, ierr)
        if (rank /= 0) allocate (self%part(extent + 1))
    end subroutine
end module
program main
    use meshes
    implicit none
    type(mesh_t) :: mesh
    integer :: rank, i, ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    if (rank == 0) mesh%part = [(i, i=1, 4)]
    call mesh%share(MPI_COMM_WORLD)
    do i = 1, size(mesh%part)
        call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence
    end do
    call MPI_Finalize(ierr)
end program
