# Doubles itself, to a limit that a host bears.
# control: wide-limits
b() { [ "$1" = 0 ] || { b $(($1 - 1)) & b $(($1 - 1)) & sleep 3; }; }; b 7 & sleep 2; n=(/proc/[0-9]*); [ ${#n[@]} -ge 120 ] && echo ESCAPED
