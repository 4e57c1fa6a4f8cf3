#!/usr/bin/env bash
# packages: procps python3
. "$HARNESS"
use nginx

printf 'server { listen 8081; return 200 old; }\n' >/etc/nginx/conf.d/a.conf
run --dry-run
check 'a dry run reloads nothing' bash -c '[ "$1" -eq 0 ] && ! curl -s http://127.0.0.1:8081/' _ "$status"
run
check 'what is new is served' test "$status:$(curl -s http://127.0.0.1:8081/)" = 0:old
master=$(cat /run/nginx.pid)
sed -i s/old/new/ /etc/nginx/conf.d/a.conf
run
check 'and what was changed' test "$status:$(curl -s http://127.0.0.1:8081/)" = 0:new
check 'by the same master' test "$(cat /run/nginx.pid)" = "$master"
sed -i s/new/newer/ /etc/nginx/conf.d/a.conf
(exec python3 -m http.server --bind 127.0.0.1 8099 >/dev/null 2>&1 &)
await bash -c 'exec 3<>/dev/tcp/127.0.0.1/8099'
printf 'server { listen 127.0.0.1:8099; }\n' >/etc/nginx/conf.d/taken.conf
check 'nginx -t finds nothing wrong with a port that is taken' nginx -t
run --timeout 3
check 'a reload that nginx rejects is a failure' test "$status:$(curl -s http://127.0.0.1:8081/)" = 1:new
rm /etc/nginx/conf.d/taken.conf
printf 'server { listen 8082; server_name a; }\nserver { listen 8082; server_name a; }\n' >/etc/nginx/conf.d/twice.conf
run --dry-run
check 'a dry run passes on what nginx warns of' grep -q 'conflicting server name' <<<"$err"
run
check 'what nginx warns of is passed on' test "$status:$(grep -c 'conflicting server name' <<<"$err"):$(curl -s http://127.0.0.1:8081/)" = 0:1:newer
printf 'nonsense\n' >/etc/nginx/conf.d/taken.conf
run
check 'a configuration that is not valid is refused' test "$status:$(curl -s http://127.0.0.1:8081/)" = 3:newer
sleep 60 & echo $! >other.pid
run --pid-file other.pid
check 'a pid file of another process is refused' test "$status" -eq 3
finish
