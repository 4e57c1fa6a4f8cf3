#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'logs/a b'
printf 'old\n' >'logs/a b/old one.log'
printf 'new\n' >logs/new.log
printf 'not a log\n' >logs/old.txt
touch -d '10 days ago' 'logs/a b/old one.log' logs/old.txt

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

run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --days 'x; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
