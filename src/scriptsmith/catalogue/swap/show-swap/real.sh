#!/usr/bin/env bash
. "$HARNESS"
use swap
run --seconds 1
check 'a host without swap is told' bash -c '[ "$1" = 0 ] && grep -qx "no swap is in use on this host" <<<"$2"' _ "$status" "$out"
check 'and how willing it would be' grep -qx "vm.swappiness: $(cat /proc/sys/vm/swappiness)" <<<"$out"
swap_file one 32
swap_file 'the other' 64 --priority 7
page_out 16
moved() { grep '^pswp' /proc/vmstat; }
for _ in {1..10}; do # other work on this host may swap as well
  before=$(moved)
  run --seconds 1
  [[ $(moved) != "$before" ]] || break
done
check 'a file is shown, with its use' grep -Eqx ' +31 MiB +[0-9] MiB +[0-9]+% +-[0-9]+  file +/mnt/swap/one' <<<"$out"
check 'and one with a blank in its name' grep -Eqx ' +63 MiB +(1[5-9]|[2-6][0-9]) MiB +[2-9][0-9]% +7  file +/mnt/swap/the(\\040| )other' <<<"$out"
check 'they are summed' grep -Eqx '2 areas: (1[5-9]|[2-9][0-9]) of 95 MiB used' <<<"$out"
check 'it is calm' grep -qx 'calm: nothing moves' <<<"$out"
(sleep 1; python3 -c '
import mmap
area = mmap.mmap(-1, 8 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
area.write(b"1" * (8 << 20))
area.madvise(21)') &
mover=$!
run --seconds 3
check 'pages that move out are counted' grep -Eqx 'over 3 s: [0-9]+ pages/s in, ([6-9][0-9][0-9]|[0-9]{4,}) pages/s out' <<<"$out"
check 'and are not called calm' test -z "$(grep ^calm <<<"$out")"
check 'and told as what they are' grep -q '^MUCH GOES OUT' <<<"$out"
wait "$mover"
page_in
swapoff /mnt/swap/one '/mnt/swap/the other'
finish
