#!/usr/bin/env bash
# packages: procps python3-minimal
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

run
read -r one five fifteen _ </proc/loadavg
check 'the load is that of the kernel' bash -c 'grep -q "$2" <<<"$1" && grep -q "$3" <<<"$1"' _ "$out" "${five%.*}." "${fifteen%.*}."
check 'with the number of cores' grep -q "$(nproc)" <<<"$out"
# A parent waits for the child of vfork in state D, which the kernel does not count as blocked on a device.
python3 -c 'import ctypes, time
ctypes.CDLL(None).vfork() or time.sleep(300)' &
parent=$!
await grep -q '^State:[[:space:]]D' "/proc/$parent/status"
run
blocked=${out#*blocked: } blocked=${blocked%% *}
check 'a task that is stuck in the kernel is seen' test "$blocked" -ge 1
kill -9 "$(pgrep --parent "$parent")"
finish
