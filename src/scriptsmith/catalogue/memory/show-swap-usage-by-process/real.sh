#!/usr/bin/env bash
. "$HARNESS"
use swap

run
check 'a host without swap says so' test "$status:$out" = '0:no swap is configured on this host'
swap_file one 300
run
check 'where nothing is paged out, that is told' test "$status:$(tail -n 1 <<<"$out")" = '0:no process has memory in swap'
page_out 100
run
used() { awk '/^SwapTotal:/ { n = $2 } /^SwapFree:/ { n -= $2 } END { print int(n / 1024) }' /proc/meminfo; }
near() { (($1 - $2 < 10 && $2 - $1 < 10)); }
check 'what is used is that of /proc/meminfo' near "$(sed -n 's/^swap: \([0-9]*\) of .*/\1/p' <<<"$out")" "$(used)"
check 'the process is listed with what it has there' near "$(awk -v pid="${pager:?}" '$1 == pid && $2 == "root" && $4 == "python3" { print int($3) }' <<<"$out")" 100
check 'all are summed up' near "$(sed -n 's/^[0-9]* processes have \([0-9]*\) MiB in swap in all$/\1/p' <<<"$out")" "$(used)"
# An ordinary user where the processes of others are hidden.
useradd guest
mkdir /mnt/hidden && mount -t proc -o hidepid=2 hidden /mnt/hidden
seen=$(su guest --shell /bin/bash --command "bash '$SCRIPT' --proc-root /mnt/hidden")
check 'who does not see all processes is told so' test -n "$(grep '^note: processes of other users are hidden' <<<"$seen")" -a -z "$(grep python3 <<<"$seen")"
run --proc-root /mnt/hidden
check 'root sees them, and no note' test -z "$(grep '^note' <<<"$out")" -a -n "$(grep python3 <<<"$out")"
page_in
finish
