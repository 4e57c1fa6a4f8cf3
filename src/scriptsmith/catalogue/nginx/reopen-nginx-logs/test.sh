#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
cat >nginx-stub <<'STUB'
[ "$*" = '-s reopen' ] || exit 1
if [ -e stopped ]; then echo 'nginx: [error] open() "/run/nginx.pid" failed (2: No such file or directory)' >&2; exit 1; fi
if [ -e user ]; then echo 'nginx: [alert] kill(100, 10) failed (1: Operation not permitted)' >&2; exit 1; fi
if [ ! -e other-log ]; then : >>logs/access.log; /bin/sleep 300 <logs/access.log >/dev/null 2>&1 & echo $! >holder; fi
STUB
stub nginx <nginx-stub
mkdir logs
# A process that has the log open stands for the master of nginx, once it was told.
stub ps <<'STUB'
[ ! -e holder ] || printf '%s 1 nginx: master process nginx\n' "$(cat holder)"
[ ! -e barred ] || printf '%s %s nginx: worker process\n' $$ "$(cat holder)"
[ ! -e other ] || printf '%s 1 nginx: worker process\n' $$
STUB
echo old >logs/access.log.1

run --file logs/access.log --dry-run
check 'a dry run tells that the log is missing' grep -q 'would tell nginx to reopen its logs; until now .*/logs/access.log was missing' <<<"$out"
check 'a dry run signals nobody' test -z "$(calls '^nginx')"
ln -s logs 'logs of b'
run --file 'logs of b/access.log' --dry-run
check 'blanks in the name do not matter' grep -qx "would tell nginx to reopen its logs; until now $PWD/logs of b/access.log was missing" <<<"$out"
run --file logs/access.log
check 'it succeeds' test "$status" -eq 0
check 'nginx was told to reopen' test -n "$(calls '^nginx -s reopen$')"
check 'nothing is waited for when it is open at once' test -z "$(calls '^sleep')"
check 'the new log is there' test -e logs/access.log
check 'it says so' grep -q '^reopened: ' <<<"$out"
check 'the moved file is left alone' grep -qx old logs/access.log.1
run --file logs/access.log
check 'a second run succeeds' test "$status" -eq 0
run --file 'logs of b/access.log'
check 'its name is told whole' grep -qF "it has $PWD/logs of b/access.log open (before: it was open)" <<<"$out"
touch other
run --file logs/access.log
check 'a worker of another master does not count' test "$status" -eq 0
touch barred
run --file logs/access.log --timeout 1
check 'a worker that goes on with the old file is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "these workers do not after 1 s: [0-9]" <<<"$2"' _ "$status" "$err"
rm barred other; : >"$STUB_LOG"
rm logs/access.log; touch other-log
run --file logs/access.log --timeout 2
check 'a log that does not appear is a failure' test "$status" -eq 1
check 'it waits as long as was asked' test "$(calls '^sleep' | wc -l)" -eq 2
: >"$STUB_LOG"
run --file logs/access.log --timeout 010
check 'ten is ten with a nought before it too' test "$(calls '^sleep' | wc -l)" -eq 10
touch user
run --file logs/access.log
check 'missing rights are told' bash -c '[ "$1" -eq 3 ] && grep -q "run it as root" <<<"$2"' _ "$status" "$err"
touch stopped
run --file logs/access.log
check 'an nginx that does not run is refused' bash -c '[ "$1" -eq 3 ] && grep -q "does not run" <<<"$2"' _ "$status" "$err"
check 'with what nginx itself said' grep -qF 'open() "/run/nginx.pid" failed' <<<"$err"
: >"$STUB_LOG"
run --file nowhere/access.log
check 'a missing directory is refused' test "$status:$(grep -c 'no such directory' <<<"$err")" = 3:1
run --file logs
check 'a directory is no log' test "$status:$(grep -c 'not a regular file' <<<"$err")" = 3:1
check 'nginx is told nothing by a refused run' test -z "$(calls '^nginx')"
run --file ''
check 'no name of a log is refused' test "$status" -eq 2
run --timeout '$(touch pwned)'
check 'a bad number is refused' test "$status" -eq 2
run --file 'x; touch pwned/a'
check 'nothing hostile ran' test ! -e pwned
finish
