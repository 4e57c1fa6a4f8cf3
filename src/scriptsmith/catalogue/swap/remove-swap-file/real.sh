#!/usr/bin/env bash
. "$HARNESS"
use swap
ln -s /mnt/swap /data
swap_file one 64
swap_file other 64 --priority 5
printf '/data/one none swap sw 0 0\n' >/etc/fstab
page_out 24
cp /mnt/swap/other /mnt/swap/third

run --file /data/one --fstab /etc/fstab --dry-run
check 'a dry run turns nothing off' grep -qx /mnt/swap/one <<<"$(swapon --show=NAME --noheadings)"
check 'the line in fstab is pointed out' grep -q '^note: remove its line from /etc/fstab' <<<"$out"
page_in
page_out 8
run --file /mnt/swap/other
check 'one that holds something is emptied first' bash -c '[ "$1" = 0 ] && grep -Eq "^/mnt/swap/other holds ([89]|1[0-9]) MiB" <<<"$2"' _ "$status" "$out"
check 'what was in it is still there' kill -0 "$pager"
run --file /data/one
check 'by a link in its path it succeeds too' test "$status" -eq 0
check 'both are off' test -z "$(swapon --show=NAME --noheadings)"
check 'and deleted' test ! -e /mnt/swap/one -a ! -e /mnt/swap/other
run --file /data/one
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^not there" <<<"$2"' _ "$status" "$out"
run --file /mnt/swap/third
check 'one that is off already is deleted' test ! -e /mnt/swap/third
truncate -s 64M /mnt/swap/plain
run --file /mnt/swap/plain
check 'a file that is no swap is refused' bash -c '[ "$1" = 3 ] && [ -e /mnt/swap/plain ]' _ "$status"
swap_file proc 32
mkdir few && cp /proc/swaps few/ && printf 'MemTotal: 1000000 kB\nMemAvailable: 90000 kB\n' >few/meminfo
run --file /mnt/swap/proc --proc-root few
check 'with too little memory it is refused' test "$status" -eq 3
check 'and stays in use' grep -qx /mnt/swap/proc <<<"$(swapon --show=NAME --noheadings)"
page_in
swapoff /mnt/swap/proc
finish
