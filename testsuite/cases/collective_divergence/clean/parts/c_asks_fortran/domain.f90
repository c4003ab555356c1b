module domain
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), save :: owned = 0, total = 0
contains
  subroutine domain_setup(cells) bind(c, name='domain_setup')
    integer(c_int), value :: cells
    integer :: me, ranks, ierr
    call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    total = cells
    owned = cells / ranks
    if (me < mod(cells, ranks)) owned = owned + 1
  end subroutine domain_setup

  function domain_owned() bind(c, name='domain_owned') result(count)
    integer(c_int) :: count
    count = owned
  end function domain_owned

  function domain_total() bind(c, name='domain_total') result(count)
    integer(c_int) :: count
    count = total
  end function domain_total
end module domain
