! One value from each neighbour, in Fortran.
program main
  use mpi
  implicit none
  integer :: rank, ranks, ierr, request
  integer :: ring, dims(1)
  logical :: periods(1)
  double precision :: edge, halo(2)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  dims = ranks
  periods = .true.
  call MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, .false., ring, ierr)
  edge = 1.0d0
  if (mod(rank, 2) == 1) then
    call MPI_Ineighbor_allgather(edge, 1, MPI_DOUBLE_PRECISION, halo, 1, & !~ collective_divergence
        MPI_DOUBLE_PRECISION, ring, request, ierr)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  end if
  call MPI_Comm_free(ring, ierr)
  call MPI_Finalize(ierr)
end program main
