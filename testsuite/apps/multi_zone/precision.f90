!> The kind of real numbers this program computes with.
module precision
   implicit none
   private
   integer, parameter, public :: dp = kind(1.0d0)
end module precision
