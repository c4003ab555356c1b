! A type-bound procedure shares the arrays and the title that the root alone has in an object.
module meshes
    use mpi
    implicit none
    type :: mesh_t
        real, allocatable :: height(:, :)
        integer, allocatable :: part(:)
        character(:), allocatable :: title
    contains
        procedure :: share
    end type
contains
    subroutine share(self, comm)
        class(mesh_t), intent(inout) :: self
        integer, intent(in) :: comm
        integer :: extents(4), rank, ierr
        call MPI_Comm_rank(comm, rank, ierr)
        extents = 0
        if (rank == 0) then
            extents(1) = size(self%height, 1)
            extents(2) = size(self%height, 2)
            extents(3) = size(self%part)
            extents(4) = len(self%title)
        end if
        call MPI_Bcast(extents, 4, MPI_INTEGER, 0, comm, ierr)
        if (rank /= 0) then
            allocate (self%height(extents(1), extents(2)), self%part(extents(3)))
            allocate (character(extents(4)) :: self%title)
        end if
        call MPI_Bcast(self%height, size(self%height), MPI_REAL, 0, comm, ierr)
        call MPI_Bcast(self%part, size(self%part), MPI_INTEGER, 0, comm, ierr)
        call MPI_Bcast(self%title, len(self%title), MPI_CHARACTER, 0, comm, ierr)
    end subroutine
end module
program main
    use meshes
    implicit none
    type(mesh_t) :: mesh
    integer :: rank, i, j, ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    if (rank == 0) then
        mesh%height = reshape([1., 2., 3., 4., 5., 6.], [2, 3])
        mesh%part = [(i, i=1, 4)]
        mesh%title = 'a mesh'
    end if
    call mesh%share(MPI_COMM_WORLD)
    do j = 1, size(mesh%height, 2)
        do i = 1, size(mesh%height, 1)
            if (mesh%height(i, j) > 4) call MPI_Barrier(MPI_COMM_WORLD, ierr)
        end do
    end do
    do i = 1, size(mesh%part)
        if (mesh%part(i) == 2) call MPI_Barrier(MPI_COMM_WORLD, ierr)
    end do
    if (len(mesh%title) > 3) call MPI_Barrier(MPI_COMM_WORLD, ierr)
    if (rank == 0) print '(a)', 'done'
    call MPI_Finalize(ierr)
end program
