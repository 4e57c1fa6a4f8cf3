#!/usr/bin/env bash
# packages: procps python3-minimal locales mawk
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

python3 -c 'import time; x = bytearray(150 << 20); print("big", flush=True); time.sleep(300)' >.big &
big=$!
sleep 300 &
await test -s .big
run --limit 1
check 'the largest is the first' grep -Eq "^ *$big .*python3" <<<"$out"
check 'it alone' bash -c '! grep -q "sleep 300" <<<"$1"' _ "$out"
update-alternatives --quiet --set awk /usr/bin/mawk # as on Debian and Ubuntu
mkdir -p /usr/lib/locale && localedef --inputfile de_DE --charmap UTF-8 de_DE.UTF-8 2>/dev/null
check 'what the machine uses is told' grep -Eq '^the machine uses [1-9][0-9]* of [1-9][0-9]* MiB; shared memory and tmpfs: [0-9]+, kernel slab: [1-9][0-9]*, huge' <<<"$out"
LC_ALL=de_DE.UTF-8 run --by command --limit 1
check 'a share has its tenths also in a locale that writes 0,6' grep -Eq '^ +[0-9.,]+ +[0-9]+\.[0-9] +[0-9]+  python3' <<<"$out"
kill "$big"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
