! A table that each rank drops in its own loop, and fetches again.
!@ levels: -O0 -O2
module comms
  use mpi
  implicit none
  integer :: node = 0, nodes = 1
  logical :: on_root = .true.
contains
  subroutine comms_setup
    integer :: ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, node, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, nodes, ierr)
    on_root = node == 0
  end subroutine comms_setup

  subroutine comms_bcast(array, length)
    integer, intent(in) :: length
    real(8), intent(inout) :: array(*)
    integer :: ierr
    call MPI_Bcast(array, length, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
    if (ierr /= MPI_SUCCESS) call fail('comms_bcast')
  end subroutine comms_bcast

  subroutine comms_reduce(array, length, op)
    integer, intent(in) :: length
    real(8), intent(inout) :: array(*)
    character(len=*), intent(in) :: op
    integer :: ierr
    real(8), allocatable :: reduced(:)
    allocate (reduced(length))
    select case (op)
    case ('SUM')
      call MPI_Reduce(array, reduced, length, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
    case ('PRD')
      call MPI_Reduce(array, reduced, length, MPI_DOUBLE_PRECISION, MPI_PROD, 0, MPI_COMM_WORLD, ierr)
    case ('MAX')
      call MPI_Reduce(array, reduced, length, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
    case default
      call fail('unknown operation '//op//' in comms_reduce')
    end select
    array(1:length) = reduced
  end subroutine comms_reduce

  subroutine fail(text)
    character(len=*), intent(in) :: text
    integer :: ierr
    write (0, *) text
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end subroutine fail
end module comms

module operators
  use comms
  implicit none
  real(8), allocatable :: hamiltonian(:, :)
  real(8), allocatable :: shift(:)
  integer :: bands = 4
  logical :: is_read = .false.
contains
  subroutine get_hamiltonian
    integer :: i, j
    if (.not. allocated(hamiltonian)) then
      allocate (hamiltonian(bands, bands))
    else
      return
    end if
    hamiltonian = 0
    if (is_read) then
      if (on_root) then
        open (11, file='hamiltonian.dat', status='old', err=101)
        read (11, *) hamiltonian
        close (11)
      end if
      call comms_bcast(hamiltonian, bands*bands)
      return
    end if
    do j = 1, bands
      do i = 1, bands
        hamiltonian(i, j) = i + j
      end do
    end do
    return
101 call fail('cannot open hamiltonian.dat')
  end subroutine get_hamiltonian

  subroutine get_shift
    real(8) :: own(bands)
    if (allocated(shift)) return
    own = 0
    if (on_root) own = 1
    call comms_bcast(own, bands)
    shift = own
  end subroutine get_shift

  subroutine get_energies(k, energies)
    integer, intent(in) :: k
    real(8), intent(out) :: energies(:)
    call get_hamiltonian
    call get_shift
    energies = k*sum(hamiltonian) + shift
  end subroutine get_energies
end module operators

program density
  use comms
  use operators
  implicit none
  real(8), allocatable :: all(:), k(:)
  integer :: points = 21, at, ierr
  call comms_setup
  call MPI_Bcast(points, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(is_read, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD, ierr)
  call get_hamiltonian
  call get_shift
  allocate (all(bands), k(bands))
  all = 0
  do at = node, points - 1, nodes
    call get_energies(at, k)
    all = all + k
    if (mod(at, 8) == 7) deallocate (shift)
  end do
  call comms_reduce(all, bands, 'SUM')
  if (on_root) print '(4f10.1)', all
  call MPI_Finalize(ierr)
end program density
