#!/usr/bin/env bash
. "$HARNESS"

cat >'kern log' <<'EOF'
Jan  2 03:04:05 node1 kernel: [ 10.1] java invoked oom-killer: gfp_mask=0x100cca, order=0, oom_score_adj=0
Jan  2 03:04:05 node1 kernel: [ 10.2] Out of memory: Killed process 1234 (java) total-vm:4194304kB, anon-rss:2097152kB, file-rss:0kB, shmem-rss:0kB, UID:1000 pgtables:100kB oom_score_adj:0
Jan  2 03:04:05 node1 kernel: [ 10.3] oom_reaper: reaped process 1234 (java), now anon-rss:0kB, file-rss:0kB, shmem-rss:0kB
Jan  3 03:04:05 node1 kernel: [ 20.1] Memory cgroup out of memory: Killed process 77 (a) (b $(touch pwned)) total-vm:100kB, anon-rss:10240kB, file-rss:0kB
Jan  4 03:04:05 node1 kernel: [ 30.0] Out of memory: Kill process 99 (java) score 900 or sacrifice child
Jan  4 03:04:05 node1 kernel: [ 30.1] Killed process 99 (java) total-vm:100kB, anon-rss:1024kB, file-rss:0kB
Jan  4 03:05:00 node1 kernel: [ 40.1] Killed process 100, UID 48, (httpd) total-vm:100kB, anon-rss:5120kB, file-rss:0kB
Jan  4 03:06:00 node1 kernel: [ 41.0] Memory cgroup out of memory: Kill process 200 (beam) score 1000 or sacrifice child
Jan  4 03:06:00 node1 kernel: [ 41.1] Killed process 201 (erl) total-vm:100kB, anon-rss:7168kB, file-rss:0kB
Jan  4 03:07:00 node1 kernel: [ 42.1] Killed process 202 (perl) total-vm:100kB, anon-rss:8192kB, file-rss:0kB
Jan  5 00:00:00 node1 kernel: [ 50.1] usb 1-1: new device
EOF
stub journalctl <<'EOF'
[ ! -e .broken ] || exit 1
if [ -e .hint ]; then cat .hint >&2; fi
if [[ -e begins && " $* " == *' --system '*short-unix* ]]; then cat begins; else cat "kern log"; fi
EOF
cp 'kern log' before

run --file 'kern log'
check 'it succeeds' test "$status" -eq 0
check 'each kill is counted once' grep -q '^OOM kills in kern log: 6$' <<<"$out"
check 'a kill of the host is shown' grep -Eq '^Jan  2 03:04:05 node1 +host +1234 +2048  java$' <<<"$out"
check 'a kill in a control group is told apart, whatever the name' \
  grep -Fq 'cgroup        77         10  a) (b $(touch pwned)' <<<"$out"
check 'an older form of the line is understood' grep -Eq 'host +100 +5  httpd$' <<<"$out"
check 'what an older kernel says of the group in the line before counts' grep -Eq 'cgroup +201 +7  erl$' <<<"$out"
check 'once' grep -Eq 'host +202 +8  perl$' <<<"$out"
check 'the program hit most comes first' grep -Eq '^ +2  java$' <<<"$(grep -A 1 '^kills by' <<<"$out" | sed -n 2p)"
check 'no journal is read for a file' test -z "$(calls '^journalctl')"
check 'the log is left as it is' cmp before 'kern log'

gzip -c 'kern log' >kern.log.1.gz
run --file kern.log.1.gz
check 'a gzipped log is read' grep -q ': 6$' <<<"$(sed -n 1p <<<"$out")"
printf '[  123.456] Out of memory: Killed process 5 (x) total-vm:1kB, anon-rss:1024kB' >dmesg.txt
run --file dmesg.txt
check 'the output of dmesg is understood' grep -Eq '^\[  123\.456\] +host +5 +1  x$' <<<"$out"
: >empty
run --file empty
check 'an empty log succeeds' test "$status" -eq 0
check 'and is said to hold none' grep -q '^no OOM kills in empty$' <<<"$out"

run --days 030
check 'the journal is read' grep -q '^OOM kills in the journal of the last 30 days: 6$' <<<"$out"
check 'for the kernel messages of those days' calls '--since=30 days ago _TRANSPORT=kernel$'

printf '%s.000000 node1 kernel: Linux version\n' "$(date -d '1 day ago' +%s)" >begins
run --days 7
check 'a journal that does not go back so far is told' grep -qE "^OOM kills in the journal, which begins at $(date -d '1 day ago' +%F) [0-9:]{5} only \(not the last 7 days\): 6$" <<<"$out"
printf '%s.000000 node1 kernel: Linux version\n' "$(date -d '8 days ago' +%s)" >begins
run --days 7
check 'one that goes back far enough is not' grep -qx 'OOM kills in the journal of the last 7 days: 6' <<<"$out"

touch .broken
run
check 'a journal that cannot be read is refused' test "$status" -eq 3
run --file nowhere
check 'a missing file is refused' test "$status" -eq 3
run --file .
check 'a directory is refused' test "$status" -eq 3
run --days 'x; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
run --file ''
check 'an empty file name is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
rm .broken
echo 'Hint: You are currently not seeing messages from other users and the system.' >.hint
run
check 'whoever sees only messages of their own is refused' bash -c '[ "$1" = 3 ] && grep -q "not shown to you" <<<"$2"' _ "$status" "$err"
echo 'No journal files were found.' >.hint
run
check 'where there is no journal that is told' bash -c '[ "$1" = 3 ] && grep -q "no journal on this host" <<<"$2"' _ "$status" "$err"
rm .hint
finish
