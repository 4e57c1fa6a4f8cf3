#!/usr/bin/env bash
# packages: procps python3-minimal
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

useradd --create-home worker
setpriv --reuid worker --clear-groups sleep 300 &
setpriv --reuid worker --clear-groups python3 -c 'import time; x = bytearray(60 << 20); print("big", flush=True); time.sleep(300)' >.big &
await test -s .big
run --user worker
check 'the largest is the first' bash -c 'sed -n 2p <<<"$1" | grep -Eq "^ +[67][0-9] MiB +[0-9]+ .* python3$"' _ "$out"
check 'then the other' grep -Eq '^ +[0-9] MiB +[0-9]+ .* sleep$' <<<"$(sed -n 3p <<<"$out")"
check 'they are summed' grep -Eq '^2 processes of user worker: [67][0-9] MiB memory' <<<"$out"
run --user "$(id -u worker)"
check 'by number, too' grep -q '^2 processes' <<<"$out"
run --user games
check 'a user without processes' grep -qx 'user games has no process' <<<"$out"
run --user nobodyatall
check 'one that does not exist is refused' test "$status" -eq 3
finish
