#!/usr/bin/env bash
. "$HARNESS"

mkdir -p proc/sys/vm
echo 0 >proc/sys/vm/overcommit_memory; echo 50 >proc/sys/vm/overcommit_ratio; echo 0 >proc/sys/vm/overcommit_kbytes
mem() { printf 'MemTotal:       16777216 kB\nMemAvailable:    8388608 kB\nSwapTotal:       4194304 kB\nCommitLimit:    12582912 kB\nCommitted_AS:   %s kB\n' "$1" >proc/meminfo; }
mem 10485760
run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'the mode is explained' grep -q '^vm.overcommit_memory = 0: the kernel refuses only' <<<"$out"
check 'the ratio is shown' grep -qx 'vm.overcommit_ratio = 50' <<<"$out"
check 'what is promised is shown' grep -qx 'promised: 10240 MiB, 50% of memory and swap (20480 MiB); available now: 8192 MiB' <<<"$out"
check 'the limit is shown' grep -qx 'limit: 12288 MiB, of which 83% are promised' <<<"$out"
check 'what is refused all the same is told' grep -qx 'what asks for more than 20480 MiB at once is refused all the same' <<<"$out"
check 'and that it may be a limit of the program' grep -q '^a program that gets no memory in this mode meets a limit of its own' <<<"$out"
check 'that is in order' grep -q '^OK: less is promised' <<<"$out"
mem 25165824
run --proc-root proc
check 'more than there is is told' grep -q '^OVERCOMMITTED: ' <<<"$out"
echo 1 >proc/sys/vm/overcommit_memory
run --proc-root proc
check 'in mode 1 no request is too large' test "$(grep -c 'at once is refused' <<<"$out"):$(grep -c '^a program that gets no memory' <<<"$out")" = 0:1
echo 2 >proc/sys/vm/overcommit_memory; mem 12500000
run --proc-root proc
check 'a limit that is reached is told' grep -q '^AT THE LIMIT: ' <<<"$out"
check 'of other limits nothing is said then' test "$(tail -n 1 <<<"$out" | cut -c 1-12)" = 'AT THE LIMIT'
mem 5000000
run --proc-root proc
check 'one that is not too, with how much is left' grep -q '^OK: the limit is enforced and not reached; what asks for more than 7405 MiB at once' <<<"$out"
echo 1000 >proc/sys/vm/overcommit_kbytes
run --proc-root proc
check 'a limit in KiB goes before the ratio' bash -c 'grep -qx "vm.overcommit_kbytes = 1000" <<<"$1" && ! grep -q ratio <<<"$1"' _ "$out"
run
check 'it works on the real thing' grep -q '^promised: [0-9]* MiB' <<<"$out"
: >proc/meminfo
run --proc-root proc
check 'an empty report is a failure' test "$status" -eq 1
run --proc-root nowhere
check 'a missing process file system is refused' test "$status" -eq 3
run '$(touch pwned)'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
