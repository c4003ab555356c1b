! The root makes arrays, of which the others get the sizes alone, or nothing.
program main
    use mpi
    implicit none
    integer, allocatable :: list(:)
    real, allocatable :: weights(:), mask(:)
    integer :: rank, length, i, ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)

    allocate (weights(2), source=0.)
    if (rank == 0) weights = [2., 3.]
    if (weights(1) > 1) call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence

    if (rank == 0) allocate (mask(3), source=1.)
    if (allocated(mask)) call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence

    if (rank == 0) list = [3, 1, 2]
    if (rank == 0) length = size(list)
    call MPI_Bcast(length, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    if (rank /= 0) allocate (list(length + 1))
    do i = 1, size(list)
        call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence
    end do
    call MPI_Finalize(ierr)
end program
