module physics
  use sums
  implicit none
contains
  subroutine compute_energy(cells, energy)
    integer, intent(in) :: cells
    double precision, intent(out) :: energy
    energy = 0d0
    if (cells < 1) return
    energy = global_sum(0.5d0 * cells)
  end subroutine compute_energy
end module physics
