!mod$ v1 sum:a495073de505784a
module nodes
type::node
integer(4)::work=0_4
type(node),pointer::next=>NULL()
end type
intrinsic::null
contains
subroutine prepend(first,work)
type(node),intent(inout),pointer::first
integer(4),intent(in)::work
end
end
