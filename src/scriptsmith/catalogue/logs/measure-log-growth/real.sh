#!/usr/bin/env bash
# packages: findutils
. "$HARNESS"
ran_on find "$(find --version | sed -n '1s/.* //p')"

mkdir -p 'logs/a b'; head -c 1000 /dev/zero >logs/quiet.log; head -c 1000 /dev/zero >'logs/a b/busy.log'; head -c 5000 /dev/zero >logs/rotated.log; : >logs/slow.log
(sleep 0.5; head -c 300000 /dev/zero >>'logs/a b/busy.log'; head -c 1000 /dev/zero >>logs/slow.log; : >logs/rotated.log; head -c 50 /dev/zero >logs/new.log) &
run --directory logs --seconds 3
check 'the fastest comes first' grep -qE '^ *[0-9.]+MB/h  logs/a b/busy.log$' <<<"$(grep '/h  ' <<<"$out" | sed -n 1p)"
check 'a new file is told' grep -q '/h  logs/new.log$' <<<"$out"
check 'one that was emptied too' grep -qx 'became smaller, rotated or emptied: logs/rotated.log' <<<"$out"
check 'all is counted' grep -qE '^3 files grow, by [0-9.]+MB/h in all; 1 became smaller$' <<<"$out"
check 'when the file system is full is told' grep -qE '^at this rate the file system is full in [0-9]+ h [0-9]+ min' <<<"$out"
run --directory logs --seconds 1
check 'nothing that grows is no failure' test "$status" -eq 0 -a -n "$(grep '^0 files grow' <<<"$out")"
mkdir containers pods; head -c 1000 /dev/zero >pods/0.log; ln -s ../pods/0.log containers/web.log
(sleep 0.3; head -c 300000 /dev/zero >>pods/0.log) &
run --directory containers --seconds 2
check 'the file behind a link is measured' grep -q '/h  containers/web.log$' <<<"$out"
mkdir logs/audit && mount -t tmpfs audit logs/audit
mkdir full && mount -t tmpfs -o size=20M full full && : >full/app.log
exec 7>full/gone.log; rm full/gone.log
(sleep 0.3; head -c 5000000 /dev/zero >&7; echo x >>full/app.log) &
run --directory full --seconds 2
check 'a deleted file that is still written is seen by what it takes' bash -c 'grep -q "^the file system as a whole fills by [0-9.]*[MG]B/h" <<<"$1" && grep -q "^at this rate the file system is full in 0 h 0 min" <<<"$1"' _ "$out"
exec 7>&-
head -c 30000000 /dev/zero >full/app.log 2>/dev/null
run --directory full --seconds 1
check 'on a full file system the file that was written is told, though nothing grows' test "$(sed '1,/^the file system is full/d' <<<"$out" | sed 's/^ *[0-9]*MB  //')" = full/app.log
head -c 1000000 /dev/zero >logs/app.log
(sleep 0.3; mv logs/app.log logs/app.log.1; echo new >logs/app.log) &
run --directory logs --seconds 2
check 'what is renamed by a rotation does not grow' bash -c '! grep -q "app.log.1" <<<"$1" && grep -q "^0 files grow" <<<"$1"' _ "$out"
check 'another file system below it is named' grep -qx 'not entered, a link or another file system: logs/audit' <<<"$out"
finish
