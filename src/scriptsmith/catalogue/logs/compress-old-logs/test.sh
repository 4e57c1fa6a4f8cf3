#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'logs/a b'
printf 'old\n' >'logs/a b/old one.log'
printf 'new\n' >logs/new.log
printf 'not a log\n' >logs/old.txt
touch -d '10 days ago' 'logs/a b/old one.log' logs/old.txt

stub fuser <<<'exit 1'
run --directory logs --days 7 --dry-run
check 'a dry run changes nothing' test -e 'logs/a b/old one.log'
check 'a dry run names the file' grep -q 'would compress: logs/a b/old one.log' <<<"$out"

run --directory logs --days 7
check 'it succeeds' test "$status" -eq 0
check 'an old log is compressed' gzip --test 'logs/a b/old one.log.gz'
check 'the original is gone' test ! -e 'logs/a b/old one.log'
check 'it counts what it compressed' grep -qx '1 compressed, 0 left alone, 0 failed' <<<"$out"
check 'a fresh log stays' test -e logs/new.log
check 'another kind of file stays' test -e logs/old.txt

run --directory logs --days 7
check 'a second run succeeds' test "$status" -eq 0
check 'a second run has nothing to do' grep -q '^0 compressed' <<<"$out"

printf 'held\n' >logs/held.log; touch -d '10 days ago' logs/held.log
stub fuser <<<'[[ $* == *held* ]]'
run --directory logs --days 7
check 'a file that is open is left alone' test -e logs/held.log -a ! -e logs/held.log.gz
check 'and counted' grep -qx '0 compressed, 1 left alone, 0 failed' <<<"$out"
mkdir twice; printf 'old\n' >twice/app.log; touch -d '10 days ago' twice/app.log; printf 'older\n' >twice/app.log.gz
run --directory twice
check 'one with a .gz beside it is left alone, and counted' test "$(cat twice/app.log.gz)/$out" = 'older/0 compressed, 1 left alone, 0 failed'
mkdir edge; touch -d '10 days ago 5 minutes ago' edge/just.log; touch -d '10 days ago 5 minutes' edge/not-yet.log
run --directory edge --days 010
check 'days are whole and decimal: ten and five minutes are more than ten, five minutes less are not' test "$(printf '%s ' edge/*)" = 'edge/just.log.gz edge/not-yet.log '
mkdir full; printf 'old\n' >full/app.log; touch -d '10 days ago' full/app.log
stub gzip <<<'echo "gzip: full/app.log.gz: No space left on device" >&2; exit 1'
run --directory full
check 'one that cannot be compressed is a failure, counted and kept' test "$status:$out:$(ls full)" = '1:0 compressed, 0 left alone, 1 failed:app.log'
rm .stubs/gzip
stub id <<<'echo 1000'
run --directory edge --dry-run
check 'without root it is told that files of others are left alone' grep -q '^note: not root' <<<"$err"
if chown 12345 edge/not-yet.log 2>/dev/null; then # only root can give a file away
  touch -d '20 days ago' edge/not-yet.log
  run --directory edge
  check 'and one that is old is counted as such' test "$out:$(ls edge)" = $'0 compressed, 1 left alone, 0 failed:just.log.gz\nnot-yet.log'
fi
stub id <<<'echo 0'
run --directory edge --dry-run
check 'with root it is not' test "$status:$err" = 0:
rm .stubs/id
mkdir few; for tool in find gzip mktemp rm id stat bash; do ln -s "$(command -v $tool)" few/; done
PATH=few few/bash "$SCRIPT" --directory logs --days 7 >/dev/null 2>&1
check 'without a way to see what is open it is refused' test "$?" -eq 3 -a -e logs/held.log
rm few/gzip; cp .stubs/fuser few/
PATH=few few/bash "$SCRIPT" --directory logs --days 7 >/dev/null 2>few.err
check 'without gzip too' test "$?:$(grep -c 'gzip is not installed' few.err)" = 3:1
printf 'old\n' >logs/linked.log; touch -d '10 days ago' logs/linked.log; ln -s logs link
run --directory link --days 7
check 'a link to a directory is followed' gzip --test logs/linked.log.gz
run --directory /dev --dry-run
check 'another file system below is named' grep -qx 'note: not entered, another file system: /dev/pts' <<<"$err"
run --directory /dev/pts --dry-run
check 'its own is none' test "$(grep -c '^note: not entered' <<<"$err")" = 0
stub find <<<'exec /usr/bin/find "$@"'
run --directory link --days 7 --dry-run
check 'a file that goes while it looks is no failure' test -n "$(calls '^find .* -ignore_readdir_race')"
rm .stubs/find
run --directory nowhere
check 'a missing directory is refused' test "$status:$err" = '3:compress-old-logs: no such directory: nowhere'
run --days 'x; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
