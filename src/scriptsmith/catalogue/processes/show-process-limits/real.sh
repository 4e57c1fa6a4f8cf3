#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

(ulimit -Sn 64; ulimit -Hn 128; exec sleep 300) &
pid=$!
await grep -q sleep "/proc/$pid/comm"
run --pid "$pid"
check 'the soft and the hard limit' grep -Eq '^open files +64 +128  files$' <<<"$out"
check 'what is used of it' grep -qx "open files now: $(ls /proc/$pid/fd | wc -l) ($((100 * $(ls /proc/$pid/fd | wc -l) / 64))% of the soft limit)" <<<"$out"
check 'all that the kernel tells' test "$(grep -c '^Max' /proc/$pid/limits)" -eq "$(sed '1,2d;/now:/d' <<<"$out" | wc -l)"
check 'the threads' grep -q '^threads now: 1 ' <<<"$out"
check 'the memory' bash -c 'grep -qx "address space now: $(($(awk "/^VmSize/ { print \$2 }" /proc/$2/status) / 1024)) MiB" <<<"$1"' _ "$out" "$pid"
kill "$pid"
wait "$pid" 2>/dev/null
run --pid "$pid"
check 'a process that is not there is refused' test "$status" -eq 3
finish
