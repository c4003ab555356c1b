block data
  implicit none
  integer :: mode, level
  common /chosen/ mode, level
  data mode /1/, level /3/
end block data
