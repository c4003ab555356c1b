module sums
  use mpi
  implicit none
contains
  function global_sum(part) result(whole)
    double precision, intent(in) :: part
    double precision :: whole
    integer :: ierr
    call MPI_Allreduce(part, whole, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr) !~ collective_divergence
  end function global_sum
end module sums
