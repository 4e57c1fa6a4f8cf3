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
mkdir -m 755 /var/log/nginx/closed && printf 'server { listen 8081; access_log /var/log/nginx/closed/a.log; return 200; }\n' >/etc/nginx/conf.d/a.conf
nginx -s reload; await curl -s http://127.0.0.1:8081/
mv /var/log/nginx/closed/a.log /var/log/nginx/closed/a.log.1; chmod 700 /var/log/nginx/closed
run --file /var/log/nginx/closed/a.log --timeout 1
check 'workers that may not enter the directory go on with the old file, which is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "these workers do not" <<<"$2"' _ "$status" "$err"
chmod 755 /var/log/nginx/closed
run --file /var/log/nginx/closed/a.log
check 'once they may it succeeds' test "$status" -eq 0
: >/var/log/nginx/elsewhere.log
run --file /var/log/nginx/elsewhere.log --timeout 1
check 'a file that nginx does not log to is a failure' test "$status" -eq 1
nginx -s stop; await test ! -e /run/nginx.pid
run
check 'an nginx that does not run is refused' test "$status" -eq 3
finish
