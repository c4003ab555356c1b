module pool
  use omp_lib
  implicit none
  private
  integer(omp_lock_kind), save :: lock
  integer, save :: left = 0
  public :: open_pool, close_pool, take
contains
  subroutine open_pool(items)
    integer, intent(in) :: items
    left = items
    call omp_init_lock(lock)
  end subroutine open_pool

  subroutine close_pool()
    call omp_destroy_lock(lock)
  end subroutine close_pool

  logical function take()
    take = .false.
    call omp_set_lock(lock) !~ omp_lock_deadlock
    if (left == 0) return
    left = left - 1
    take = .true.
    call omp_unset_lock(lock)
  end function take
end module pool
