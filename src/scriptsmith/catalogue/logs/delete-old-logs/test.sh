#!/usr/bin/env bash
. "$HARNESS"

stub fuser <<'BODY'
[[ $* == *held* ]]
BODY

old=(app.log.1 app.log.12.gz syslog.3 app.log-20240131 app-2024-01-31.log 'with space.log.gz' -dash.log.2 held.log.4)
mkdir -p 'logs/a b' data
for name in "${old[@]}"; do printf 'old\n' >"logs/a b/$name"; done
printf 'old\n' >$'logs/new\nline.log.1'
printf 'old\n' >logs/live.log
printf 'old\n' >logs/notes.txt
printf 'old\n' >data/16384.1
printf 'old\n' >data/catalog-20240131.gz
printf 'old\n' >outside.log.1
mkdir -p zookeeper/logs/version-2
kept=(log.1000000001 log.200000001 log.20010101 log.1 snapshot.5 wal-1000000001)
for name in "${kept[@]}"; do printf 'old\n' >"zookeeper/logs/version-2/$name"; done
touch -d '40 days ago' zookeeper/logs/version-2/*
mkdir -p clients/logs
for name in log.192.0.2.7 192.0.2.7 client-192.0.2.7 log.192.0.2.7.1 192.0.2.7.1 log.192.0.2.7.gz app-1.2.3.log.1; do printf 'old\n' >"clients/logs/$name"; done
touch -d '40 days ago' clients/logs/*
ln -s ../outside.log.1 logs/link.log.1
touch -d '40 days ago' logs/*/* logs/* data/* outside.log.1
printf 'new\n' >logs/app.log.1

before=$(find logs data -print0 | sort -z | sha256sum)
run --directory logs --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run deletes nothing' test "$(find logs data -print0 | sort -z | sha256sum)" = "$before"
check 'a dry run names a file' grep -q 'would delete: .*logs/a b/app.log.12.gz$' <<<"$out"

check 'a dry run counts' grep -q '^8 would be deleted (.*), 1 left alone, 0 failed$' <<<"$out"
check 'what root sees is not in doubt' test -z "$(grep 'not root' <<<"$err")"
stub rm <<<'exit 1'
run --directory 'logs/a b' --pattern 'app.log.1'
check 'what cannot be deleted is a failure' test "$status" -eq 1
check 'and counted' grep -q '^0 deleted (0), 0 left alone, 1 failed$' <<<"$out"
/bin/rm .stubs/rm
stub find <<<'exec /usr/bin/find "$@"'
run --directory logs --dry-run
check 'a file that goes while it looks is no failure' test -n "$(calls '^find .* -ignore_readdir_race')"
rm .stubs/find
run --directory logs --pattern 'sys*'
check 'a pattern narrows the choice' grep -q '^1 deleted' <<<"$out"
check 'others stay then' test -e 'logs/a b/app.log.1'

run --directory logs --days 30
check 'it succeeds' test "$status" -eq 0
check 'only the file in use is left of the old ones' test "$(ls 'logs/a b')" = held.log.4
check 'a name with a newline is deleted' test ! -e $'logs/new\nline.log.1'
check 'the live log stays' test -e logs/live.log
check 'another kind of file stays' test -e logs/notes.txt
check 'a fresh rotated log stays' test -e logs/app.log.1
check 'what a link leads to stays' test -e outside.log.1
check 'it counts' grep -q '^7 deleted (.*), 1 left alone, 0 failed$' <<<"$out"

run --directory logs --days 30
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^0 deleted" <<<"$2"' _ "$status" "$out"
run --directory clients
check 'live logs of single clients stay, rotated ones go' test "$(ls clients/logs | sort | tr '\n' ' ')" = '192.0.2.7 client-192.0.2.7 log.192.0.2.7 '
mkdir -p repo/logs/.git/logs/refs/heads; for name in release-20240131 v.1; do printf 'x\n' >"repo/logs/.git/logs/refs/heads/$name"; done
printf 'x\n' >repo/logs/mongod.log.2024-01-31T03-00-00
touch -d '40 days ago' repo/logs/* repo/logs/.git/logs/refs/heads/*
run --directory repo
check 'what git notes of its branches stays' test "$(ls repo/logs/.git/logs/refs/heads | tr '\n' ' ')" = 'release-20240131 v.1 '
check 'a date may have a time' test -z "$(ls repo/logs)"
run --directory zookeeper
check 'transaction logs stay' test "$(ls zookeeper/logs/version-2 | wc -l)" -eq "${#kept[@]}"
mkdir few; for tool in find realpath stat numfmt rm id bash; do ln -s "$(command -v $tool)" few/; done
PATH=few few/bash "$SCRIPT" --directory logs >/dev/null 2>&1
check 'without a way to see what is open it is refused' test "$?" -eq 3 -a -e 'logs/a b/held.log.4'
mkdir times
for minutes in 43190 43210; do printf 'x' >"times/app.log.$minutes.log.1"; touch -d "$minutes minutes ago" "times/app.log.$minutes.log.1"; done
chown 1234 times/*
run --directory times --days 030
check 'a day has 1440 minutes, and files of others are old logs too' test "$(ls times)" = app.log.43190.log.1
for value in 'sub/*.log' ''; do
  run --directory logs --pattern "$value"
  check "a pattern '$value' is refused" test "$status" -eq 2
done
run --directory data
check 'a directory of another name may be searched' test "$status" -eq 0
check 'a number at the end makes no log outside a log directory' test -e data/16384.1
check 'nor does a word that merely contains it' test -e data/catalog-20240131.gz
mkdir -p own/logs; printf 'old\n' >own/logs/mine.log.2; touch -d '40 days ago' own/logs/mine.log.2
stub id <<<'echo 1000'
run --directory own/logs
check 'without root one deletes what is one'"'"'s own' test "$status" -eq 0 -a ! -e own/logs/mine.log.2 -a -n "$(grep 'files of other users are left alone' <<<"$err")"
printf 'old\n' >own/logs/theirs.log.2; touch -d '40 days ago' own/logs/theirs.log.2; chown 1234 own/logs/theirs.log.2
run --directory own/logs
check 'and no more' test -e own/logs/theirs.log.2
check 'which is told' grep -q '^0 deleted (0), 1 left alone' <<<"$out"
rm .stubs/id

run --directory /
check 'the root is refused' test "$status" -eq 2
run --directory /usr/lib --dry-run
check 'a system directory is refused' test "$status" -eq 2
run
check 'no directory is refused' test "$status" -eq 2
run --directory ''
check 'an empty directory name is refused' test "$status" -eq 2
run --directory logs --days 0
check 'an age of 0 is refused' test "$status" -eq 2
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --directory logs --days 'x; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
run --directory logs --pattern '$(touch pwned); touch pwned'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 0 ] && [ ! -e pwned ]' _ "$status"
finish
