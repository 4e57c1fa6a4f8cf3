# Starts processes as many users, each of whom has a number of its own.
# control: wide-limits
for u in {1..15}; do
  setpriv --reuid $u --clear-groups bash -c 'for i in {1..10}; do sleep 4 & done; wait' & done
for i in {1..140}; do sleep 4 & done
sleep 1; n=(/proc/[0-9]*); [ ${#n[@]} -ge 140 ] && echo ESCAPED
