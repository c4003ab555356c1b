subroutine for_elements(elements, visit, total) bind(c, name='for_elements')
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine visit(element, total) bind(c)
      import :: c_int, c_double
      integer(c_int), value :: element
      real(c_double), intent(inout) :: total
    end subroutine visit
  end interface
  integer(c_int), value :: elements
  real(c_double), intent(inout) :: total
  integer(c_int) :: element
  do element = 1, elements
    call visit(element, total)
  end do
end subroutine for_elements
