#!/usr/bin/env bash
. "$HARNESS"
use swap
held() { sed -n 's/^VmSwap:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$pager/status"; } # what of the process is swapped out, in KiB
order() { swapon --show=PRIO,NAME --noheadings | sort -nr | awk '{ print $1, $2 }'; }
run
check 'a host without swap is no failure' bash -c '[ "$1" = 0 ] && grep -q "^no swap is in use" <<<"$2"' _ "$status" "$out"
swap_file first 32
swap_file second 32
swap_file 'a third' 16 --priority 7
page_out 32
before=$(order)
check 'something is in it' test "$(held)" -gt 20000

run --dry-run
check 'a dry run turns nothing off' test "$(order)" = "$before" -a "$(held)" -gt 20000
mkdir few && cp /proc/swaps few/ && printf 'MemTotal: 1000000 kB\nMemAvailable: 110000 kB\n' >few/meminfo
run --proc-root few
check 'with too little memory it is refused' test "$status" -eq 3 -a "$(held)" -gt 20000
run
check 'it succeeds' test "$status" -eq 0
check 'what was swapped out is in memory again' test "$(held)" -lt 1000
check 'the same areas are in use, in the same order' test "$(order)" = "$before"
check 'what was in it is still there' kill -0 "$pager"
page_in
swapoff /mnt/swap/first /mnt/swap/second '/mnt/swap/a third'
finish
