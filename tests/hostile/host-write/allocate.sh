# Punches a hole into a file of the host.
# control: same-box
fallocate --punch-hole --offset 0 --length 4 "$CANARY" || printf "\0\0\0\0" | dd of="$CANARY" conv=notrunc status=none
