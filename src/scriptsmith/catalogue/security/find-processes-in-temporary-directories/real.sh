#!/usr/bin/env bash
# packages: procps python3-minimal
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"
cd /
run() { status=0; bash "$SCRIPT" >/run/out 2>/run/err || status=$?; out=$(</run/out) err=$(</run/err); }
run
check 'none at first' bash -c '[ "$1" = 0 ] && grep -q ", 0 findings$" <<<"$2"' _ "$status" "$out"
for place in /tmp /var/tmp /dev/shm '/tmp/a b'; do mkdir -p "$place" && cp /bin/sleep "$place/miner" && "$place/miner" 300 & done
printf 'import time\ntime.sleep(300)\n' >/tmp/x.py && python3 /tmp/x.py &
printf 'sleep 300; :\n' >/tmp/x.sh && bash /tmp/x.sh &
(cd /dev/shm && cp /tmp/x.sh there.sh && exec bash there.sh) &
python3 -c 'import os
fd = os.memfd_create("kit")
os.write(fd, open("/bin/sleep", "rb").read())
os.execv("/proc/self/fd/%d" % fd, ["kworker", "300"])' &
cp /bin/sleep /opt/fine && /opt/fine 300 &
cp /bin/sleep /opt/gone && /opt/gone 300 &
cp /bin/sleep /opt/upgraded && /opt/upgraded 300 &
bash -o pipefail /tmp/x.sh &
"$(echo /lib64/ld-linux-*.so.*)" /tmp/miner 300 & loaded=$!
mkdir -p /var/crash/.hidden && chmod 1777 /var/crash && cp /bin/sleep /var/crash/.hidden/miner && /var/crash/.hidden/miner 300 &
install -d -m 777 /opt/all && cp /tmp/x.sh /opt/all/ && bash /opt/all/x.sh &
await bash -c '[ "$(pgrep -c -f "miner 300|kworker 300|x.py|x.sh|there.sh|/opt/(fine|gone|upgraded) 300")" -ge 15 ]'
sleep 0.3
rm /var/tmp/miner /opt/gone
cp /bin/sleep /opt/new && mv /opt/new /opt/upgraded
run
check 'they are found' test "$status" -eq 1
for place in /tmp /dev/shm '/tmp/a b'; do check "one that runs from $place" grep -q "^process [0-9]*  runs from a temporary directory: $place/miner$" <<<"$out"; done
check 'one whose file is deleted' grep -q 'runs from a temporary directory, and its file is deleted: /var/tmp/miner (deleted)$' <<<"$out"
check 'one that runs from memory' grep -q 'runs from memory alone: /memfd:kit' <<<"$out"
check 'an interpreter of a file there' grep -q 'an interpreter runs /tmp/x.py: /usr/bin/python3' <<<"$out"
check 'a shell too, also behind an option that takes a value' test "$(grep -c 'an interpreter runs /tmp/x.sh: ' <<<"$out")" -eq 2
check 'one whose file is deleted elsewhere' grep -q 'runs from a file that is deleted: /opt/gone (deleted)$' <<<"$out"
check 'one that an upgrade replaced is counted alone' bash -c '[ "$(grep -c /opt/upgraded <<<"$1")" = 1 ] && grep -Eqx "replaced since it was started, as an upgrade does: /opt/upgraded, process [0-9]+" <<<"$1"' _ "$out"
check 'one below a directory that everybody may write to' grep -q '^process [0-9]*  runs from below a directory that everybody may write to: /var/crash/.hidden/miner$' <<<"$out"
check 'a shell that runs what lies in one' grep -q ' an interpreter runs /opt/all/x.sh: ' <<<"$out"
check 'one at work there' grep -q 'an interpreter at work in /dev/shm: ' <<<"$out"
check 'with user, start and words' grep -Eq '^  root .* 20[0-9]{2} kworker 300$' <<<"$out"
check 'others are not' test -z "$(grep -E '/opt/fine|/bin/sleep' <<<"$out")"
check 'what the loader runs' grep -q '^process [0-9]*  an interpreter runs /tmp/miner: /.*/ld-' <<<"$out"
check 'thirteen in all' grep -q ', 13 findings$' <<<"$out"
kill "$loaded"
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'without root it is refused' test "$?" -eq 3
pkill -f '^(/tmp|/var/tmp|/dev/shm|/tmp/a b|/var/crash/.hidden)/miner 300$|^kworker 300$|^python3 /tmp/x\.py$|^bash .*(/tmp/x|/all/x|there)\.sh$|^/opt/(gone|upgraded) 300$'
await bash -c '! pgrep -f "^/.*/miner 300$|^kworker 300$|^python3 /tmp/x\.py$|^bash .*(/tmp/x|/all/x|there)\.sh$|^/opt/gone"'
run
check 'with those gone all is well' test "$status" -eq 0
# One process of its own is there to be looked at, and what all others run is not shown.
setpriv --bounding-set=-sys_ptrace --inh-caps=-sys_ptrace bash -c 'sleep 300 & bash "$SCRIPT"; status=$?; kill $!; exit "$status"' >/run/out 2>/run/err; status=$?
check 'root that may not look at all processes says so' test "$status:$(grep -c '[1-9] processes could not be looked at' /run/err)" = 1:1
finish
