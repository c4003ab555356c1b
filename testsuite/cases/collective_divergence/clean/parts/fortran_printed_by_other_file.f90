subroutine print_header(steps, dt)
  implicit none
  integer :: steps
  double precision :: dt
  print '(i0, a, f6.3)', steps, ' steps of ', dt
end subroutine

subroutine print_levels(levels, count)
  implicit none
  integer :: count, levels(count)
  print '(10i3)', levels
end subroutine
