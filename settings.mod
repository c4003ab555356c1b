!mod$ v1 sum:c159128b87f0ba41
module settings
integer(4)::steps
logical(4)::restart
real(8)::width
namelist/run/steps,restart,width
end
