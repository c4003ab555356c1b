! Where the options of the module say so, the lock is taken; an account that does not exist returns and keeps it.
!@ flags: -fopenmp
!@ mpi: none
module accounts
  use omp_lib
  implicit none
  integer(omp_lock_kind) :: guard
  integer, pointer :: options(:) => null()
  double precision :: balance(8) = 0
contains
  logical function deposit(place, amount, patient)
    integer, intent(in) :: place
    double precision, intent(in) :: amount
    logical, intent(in) :: patient
    deposit = .false.
    if (options(3) > 0 .and. options(4) > 0) then
      if (patient) then
        call omp_set_lock(guard) !~ omp_lock_deadlock
      else if (.not. omp_test_lock(guard)) then !~ omp_lock_deadlock
        return
      end if
    end if
    if (place > 8) return
    balance(place) = balance(place) + amount
    deposit = .true.
    if (options(3) > 0 .and. options(4) > 0) then
      call omp_unset_lock(guard)
    end if
  end function deposit
end module accounts

program bank
  use accounts
  implicit none
  integer, target :: given(4)
  integer :: i, refused
  given = 0
  given(3:) = command_argument_count() + 1
  options => given
  refused = 0
  call omp_init_lock(guard)
  !$omp parallel do num_threads(2) reduction(+:refused)
  do i = 1, 60
    if (.not. deposit(mod(i, 10) + 1, 1d0, .true.)) refused = refused + 1
  end do
  !$omp end parallel do
  call omp_destroy_lock(guard)
  print '(i0)', refused
end program bank
