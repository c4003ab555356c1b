! A time step copies one field of an object to another, and a rank leaves out the last of it.
module fields
    use mpi
    implicit none
    type :: field_t
        real(8), allocatable :: now(:), before(:)
        integer :: comm = MPI_COMM_NULL, rank = 0
    contains
        procedure :: init
        procedure :: advance
    end type
contains
    subroutine init(self, comm)
        class(field_t), intent(inout) :: self
        integer, intent(in) :: comm
        integer :: ierr
        call MPI_Comm_dup(comm, self%comm, ierr)
        call MPI_Comm_rank(self%comm, self%rank, ierr)
        allocate (self%now(10), self%before(10))
        self%now = 1d0
        self%before = 2d0
    end subroutine
    subroutine advance(self, residual, done)
        class(field_t), intent(inout) :: self
        real(8), intent(inout) :: residual
        logical, intent(out) :: done
        real(8) :: largest
        integer :: ierr
        call MPI_Allreduce(residual, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, self%comm, ierr)
        residual = largest*0.5d0
        self%before = self%now
        done = largest < 1d-3
    end subroutine
end module
program main
    use fields
    implicit none
    type(field_t) :: field
    integer :: step_number, ierr
    real(8) :: residual
    logical :: done
    call MPI_Init(ierr)
    call field%init(MPI_COMM_WORLD)
    residual = 1d0
    do step_number = 1, 20
        call field%advance(residual, done)
        if (done) exit
        if (field%rank == 1 .and. step_number > 5) cycle
        call MPI_Barrier(field%comm, ierr) !~ collective_divergence
    end do
    call MPI_Comm_free(field%comm, ierr)
    call MPI_Finalize(ierr)
end program
