block data
  implicit none
  integer :: mode, level
  common /chosen/ mode, level
  data mode /2/, level /3/
end block data
