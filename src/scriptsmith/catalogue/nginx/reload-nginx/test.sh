#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant c1719492: within the brackets only what ps prints counts, not how it ends

stub sleep </dev/null
stub nginx <<'STUB'
case "$*" in
  -t) if [ -e user ]; then echo 'nginx: [emerg] open() "/etc/nginx/key.pem" failed (13: Permission denied)' >&2; exit 1; fi
    if [ -e invalid ]; then echo 'nginx: [emerg] bad in /etc/nginx/x.conf:1' >&2; exit 1; fi
    [ ! -e doubtful ] || echo 'nginx: [warn] conflicting server name "shop" on 0.0.0.0:80, ignored' >&2
    echo 'nginx: configuration file /etc/nginx/nginx.conf test is successful' >&2 ;;
  '-s reload') if [ -e deaf ]; then exit 1; fi; if [ ! -e rejects ]; then touch reloaded; fi ;;
  *) exit 1 ;;
esac
STUB
stub ps <<'STUB'
case "$*" in
  '-o args= -p 100') echo 'nginx: master process /usr/sbin/nginx' ;;
  '-o args= -p 200') echo 'postgres: checkpointer' ;;
  '-o pid=,args= --ppid 100')
    if [ -e alone ] && [ ! -e reloaded ]; then exit 1; fi # no child at all
    if [ -e reloaded ]; then echo '  101 nginx: worker process is shutting down'; echo '  111 nginx: worker process'
    else echo '  101 nginx: worker process'; echo '  102 nginx: cache manager process'; fi ;;
  *) exit 1 ;;
esac
STUB
echo 100 >nginx.pid

run --pid-file nginx.pid --dry-run
check 'a dry run says what it would do' grep -q 'would reload: nginx (master 100)' <<<"$out"
check 'a dry run tests the configuration' test -n "$(calls '^nginx -t')"
check 'a dry run reloads nothing' test -z "$(calls '^nginx -s')"
run --pid-file nginx.pid
check 'it succeeds' test "$status" -eq 0
check 'it is reloaded' test -e reloaded
check 'it says so' grep -q '^reloaded: nginx' <<<"$out"
rm reloaded
run --pid-file nginx.pid --dry-run
check 'of a test without warnings nothing is said' test -z "$err"
touch doubtful
run --pid-file nginx.pid --dry-run
check 'what nginx warns of is passed on' test "$status:$(grep -c 'conflicting server name' <<<"$err")" = 0:1
rm doubtful; touch alone
run --pid-file nginx.pid
check 'a master without workers gets some' test "$status:$(grep -c '^reloaded' <<<"$out")" = 0:1
rm reloaded alone; touch rejects
run --pid-file nginx.pid --timeout 3
check 'a reload that nginx rejects is a failure' test "$status" -eq 1
check 'it says that the old configuration is in use' grep -q 'old configuration' <<<"$err"
check 'it waits as long as was asked' test "$(calls '^sleep' | wc -l)" -eq 3
: >"$STUB_LOG"
run --pid-file nginx.pid --timeout 010
check 'ten is ten with a nought before it too' test "$(calls '^sleep' | wc -l):$(grep -c 'after 10 s' <<<"$err")" = 10:1
touch deaf
run --pid-file nginx.pid
check 'a signal that cannot be sent is a failure' test "$status" -eq 1
touch invalid; : >"$STUB_LOG"
run --pid-file nginx.pid
check 'an invalid configuration is refused' test "$status:$(grep -c 'is not valid' <<<"$err")" = 3:1
check 'and is not loaded' test -z "$(calls '^nginx -s')"
check 'its fault is shown' grep -q 'x.conf:1' <<<"$err"
touch user
run --pid-file nginx.pid
check 'missing rights are told from an invalid configuration' test "$status:$(grep -c 'run it as root' <<<"$err")" = 3:1
rm user invalid
printf 100 >'nginx of b.pid'
run --pid-file 'nginx of b.pid' --dry-run
check 'a pid file with blanks in its name and without an end of line is read' test "$status" -eq 0
: >empty.pid
run --pid-file empty.pid
check 'an empty pid file is refused' test "$status:$(grep -c 'cannot read a process id' <<<"$err")" = 3:1
echo nginx >word.pid
run --pid-file word.pid
check 'so is one that holds a word' test "$status:$(grep -c 'does not hold a process id' <<<"$err")" = 3:1
echo 200 >other.pid
run --pid-file other.pid
check 'a stale pid file is noticed' test "$status" -eq 3
run --pid-file nowhere.pid
check 'an nginx that does not run is refused' test "$status:$(grep -c 'there is no nowhere.pid' <<<"$err")" = 3:1
run --pid-file ''
check 'no name of a pid file is refused' test "$status" -eq 2
run --timeout '$(touch pwned)'
check 'a bad number is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
