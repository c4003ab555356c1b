module integrator
  implicit none
contains
  subroutine integrate(f, x, dt, end_time)
    interface
      subroutine f(x, dx)
        double precision, intent(in) :: x
        double precision, intent(out) :: dx
      end subroutine f
    end interface
    double precision, intent(inout) :: x
    double precision, intent(in) :: dt, end_time
    double precision :: time, dx
    time = 0d0
    do while (time < end_time - 0.5d0 * dt)
      call f(x, dx)
      x = x + dt * dx
      time = time + dt
    end do
  end subroutine integrate
end module integrator
