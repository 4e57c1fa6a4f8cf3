#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
use nginx

log=/var/log/nginx/access.log
curl -s http://127.0.0.1/one >/dev/null
mv $log $log.1
run --dry-run
check 'a dry run reopens nothing' test "$status" -eq 0 -a ! -e $log
: >$log
curl -s http://127.0.0.1/two >/dev/null
run --dry-run
check 'a new file that nginx does not write to is told' grep -q 'existed, and nginx did not have it open' <<<"$out"
run
curl -s http://127.0.0.1/three >/dev/null
await grep -q three $log
check 'nginx writes to the new file' test "$status:$(grep -c three $log)" = 0:1
check 'and no more to the old one' test "$(grep -cE 'one|two' $log.1):$(grep -c three $log.1)" = 2:0
run
check 'a second run is harmless' test "$status" -eq 0 -a -n "$(grep 'was open' <<<"$out")"
: >/var/log/nginx/elsewhere.log
run --file /var/log/nginx/elsewhere.log --timeout 1
check 'a file that nginx does not log to is a failure' test "$status" -eq 1
nginx -s stop; await test ! -e /run/nginx.pid
run
check 'an nginx that does not run is refused' test "$status" -eq 3
finish
