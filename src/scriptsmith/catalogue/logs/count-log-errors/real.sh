#!/usr/bin/env bash
# packages: grep
. "$HARNESS"
ran_on grep "$(grep --version | sed -n '1s/.* //p')"

mkdir -p 'logs/web app'
printf 'ERROR one\nfine\nan Error two\nterror\n' >'logs/web app/a.log'; printf 'error a.c\nError\0 b\n' >logs/b.log; printf 'fine\n' >logs/c.log; printf 'error\n' >logs/d.txt
run --directory logs
check 'the most come first' test "$(sed -n 1p <<<"$out" | tr -s ' ')" = ' 3 ./logs/web app/a.log'
check 'a zero byte hides no line' grep -qE '^ +2  \./logs/b.log$' <<<"$out"
check 'all is summed up' grep -qx '5 lines in 2 of 3 files' <<<"$out"
run --directory logs --text 'a.c'
check 'the text is literal' grep -qx '1 lines in 1 of 3 files' <<<"$out"
printf 'error\n' >logs/syslog; cp /bin/true logs/binary; head -c 5000 /dev/zero >logs/lastlog
run --directory logs
check 'the main log is looked into, tables are not' grep -qx '6 lines in 3 of 4 files' <<<"$out"
check 'and what is not is told' grep -qx 'not looked into: 3 other files there (--pattern chooses)' <<<"$out"
mkdir logs/audit && mount -t tmpfs audit logs/audit && printf 'error\n' >logs/audit/audit.log
run --directory logs
check 'another file system is not entered, and that is said' bash -c 'grep -qx "not entered, a link or another file system: ./logs/audit" <<<"$1" && grep -qx "6 lines in 3 of 4 files" <<<"$1"' _ "$out"
check 'it succeeds' test "$status" -eq 0
mkdir pods containers && printf 'error\n' >pods/0.log && ln -s ../pods/0.log containers/web.log
run --directory containers
check 'the file behind a link is counted' grep -qx '1 lines in 1 of 1 files' <<<"$out"
finish
