#!/usr/bin/env bash
# packages: python3 procps
. "$HARNESS"
ran_on procps "$(sysctl --version | sed 's/.* //')"
kib() { awk -v key="$1:" '$1 == key { print $2 }' /proc/meminfo; }
near() { (($1 - $2 < 800 && $2 - $1 < 800)); } # other programs go on meanwhile
promised() { sed -n 's/^promised: \([0-9]*\) MiB.*/\1/p' <<<"$out"; }
run
check 'it succeeds' test "$status" -eq 0
check 'the mode is that of sysctl' grep -q "^vm.overcommit_memory = $(sysctl -n vm.overcommit_memory): " <<<"$out"
check 'so is the share' grep -q "^vm.overcommit_\(ratio = $(sysctl -n vm.overcommit_ratio)\|kbytes = $(sysctl -n vm.overcommit_kbytes)\)$" <<<"$out"
check 'what is promised is that of /proc/meminfo' near "$(promised)" $(($(kib Committed_AS) / 1024))
check 'so is the limit' near "$(sed -n 's/^limit: \([0-9]*\) MiB.*/\1/p' <<<"$out")" $(($(kib CommitLimit) / 1024))
check 'memory and swap are added' grep -qF " of memory and swap ($((($(kib MemTotal) + $(kib SwapTotal)) / 1024)) MiB)" <<<"$out"
before=$(promised)
python3 -c 'import mmap, time
m = mmap.mmap(-1, 2 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
open("/run/ready", "w").close()
time.sleep(60)' &
await test -e /run/ready
run
check 'what a program was promised and does not use counts' near $(($(promised) - before)) 2048
kill "$!"
# The mode is the whole kernel's: files stand for it now.
mkdir /run/vm && cp --no-preserve=all /proc/sys/vm/overcommit_* /run/vm/ && mount -t tmpfs vm /proc/sys/vm && cp /run/vm/* /proc/sys/vm/
echo 2 >/proc/sys/vm/overcommit_memory
run
check 'with an enforced limit its state is judged' grep -Eq '^(OK: the limit is enforced|AT THE LIMIT)' <<<"$out"
rm /proc/sys/vm/overcommit_memory
run
check 'without the mode it is refused' test "$status" -eq 3
finish
