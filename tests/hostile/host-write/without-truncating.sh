# Writes into the middle of a file of the host.
# control: same-box
printf owned | dd of="$CANARY" conv=notrunc bs=1 seek=2 status=none
