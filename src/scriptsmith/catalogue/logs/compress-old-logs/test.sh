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
check 'a fresh log stays' test -e logs/new.log
check 'another kind of file stays' test -e logs/old.txt

run --directory logs --days 7
check 'a second run succeeds' test "$status" -eq 0
check 'a second run has nothing to do' grep -q '^0 compressed' <<<"$out"

printf 'held\n' >logs/held.log; touch -d '10 days ago' logs/held.log
stub fuser <<<'[[ $* == *held* ]]'
run --directory logs --days 7
check 'a file that is open is left alone' test -e logs/held.log -a ! -e logs/held.log.gz
mkdir few; for tool in find gzip mktemp rm id bash; do ln -s "$(command -v $tool)" few/; done
PATH=few few/bash "$SCRIPT" --directory logs --days 7 >/dev/null 2>&1
check 'without a way to see what is open it is refused' test "$?" -eq 3 -a -e logs/held.log
printf 'old\n' >logs/linked.log; touch -d '10 days ago' logs/linked.log; ln -s logs link
run --directory link --days 7
check 'a link to a directory is followed' gzip --test logs/linked.log.gz
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --days 'x; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
