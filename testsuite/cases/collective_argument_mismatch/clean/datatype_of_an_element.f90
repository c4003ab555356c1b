! Which precision is summed up, a table says, and it is the same for all ranks; where each rank's part lies in a file is
! up to its own datatype.
!@ ranks: 2
program precisions
  use mpi
  implicit none
  integer :: kinds(2), parts(2), rank, file, ierror
  integer(kind=MPI_OFFSET_KIND) :: start = 0
  double precision :: values(8), sums(8)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  kinds = MPI_REAL
  kinds(2) = MPI_DOUBLE_PRECISION
  values = rank
  sums = 0
  call MPI_Allreduce(values, sums, 8, kinds(2), MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Type_contiguous(8, MPI_DOUBLE_PRECISION, parts(1), ierror)
  call MPI_Type_vector(4, 2, 4, MPI_DOUBLE_PRECISION, parts(2), ierror)
  call MPI_Type_commit(parts(1), ierror)
  call MPI_Type_commit(parts(2), ierror)
  call MPI_File_open(MPI_COMM_WORLD, "datatype_of_an_element.out", &
                     MPI_MODE_CREATE + MPI_MODE_WRONLY + MPI_MODE_DELETE_ON_CLOSE, &
                     MPI_INFO_NULL, file, ierror)
  call MPI_File_set_view(file, start, MPI_DOUBLE_PRECISION, parts(mod(rank, 2) + 1), "native", &
                         MPI_INFO_NULL, ierror)
  call MPI_File_close(file, ierror)
  call MPI_Type_free(parts(1), ierror)
  call MPI_Type_free(parts(2), ierror)
  call MPI_Finalize(ierror)
end program precisions
