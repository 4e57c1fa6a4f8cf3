#!/usr/bin/env bash
# packages: procps python3
. "$HARNESS"
use nginx

a=/etc/nginx/sites-available e=/etc/nginx/sites-enabled
printf 'server { listen 8081; return 200 shop; }\n' >$a/shop
printf 'server { lissten 8082; }\n' >$a/broken
run --site shop --dry-run
check 'a dry run makes no link' test "$status" -eq 0 -a ! -e $e/shop
run --site shop
check 'the site answers, at once' test "$status:$(curl -s http://127.0.0.1:8081/)" = 0:shop
check 'by a relative link' test "$(readlink $e/shop)" = ../sites-available/shop
run --site shop
check 'a second run finds it enabled' test "$status:$(grep -c '^enabled already: shop,' <<<"$out")" = 0:1
printf 'server { listen 8083; return 200 wiki; }\n' >$a/wiki
ln -s ../sites-available/wiki $e/wiki
run --site wiki
check 'a site that was linked and not loaded is served' test "$status:$(curl -s http://127.0.0.1:8083/)" = 0:wiki
mv $e/shop $e/00-first
run --site shop
check 'under another name too' test "$status" -eq 0 -a ! -e $e/shop
run --site broken
check 'a site that nginx does not accept is a failure, and its link goes' test "$status" -eq 1 -a ! -L $e/broken
check 'with the line' grep -q 'broken:1' <<<"$err"
printf 'pid /run/other.pid; events {}\nhttp { server { listen 9090; return 200 other; } }\n' >/root/other.conf
nginx -c /root/other.conf; await curl -s http://127.0.0.1:9090/
printf 'server { listen 8084; return 200 late; }\n' >$a/late
run --site late
check 'the workers of another nginx of this host are not waited for' test "$status:$(curl -s http://127.0.0.1:8084/)" = 0:late
mkdir -p other/sites-available other/sites-enabled
cp $a/shop other/sites-available/
run --site shop --config-directory other
check 'a directory that nginx does not include is a failure, and the link goes' test "$status" -eq 1 -a ! -L other/sites-enabled/shop
(exec python3 -m http.server --bind 127.0.0.1 8099 >/dev/null 2>&1 &)
await bash -c 'exec 3<>/dev/tcp/127.0.0.1/8099'
printf 'server { listen 127.0.0.1:8099; }\n' >$a/taken
run --site taken
check 'a site whose port is taken is a failure, and its link goes' test "$status" -eq 1 -a ! -L $e/taken
run --site taken
check 'also the second time' test "$status" -eq 1
run --site nowhere
check 'a site that does not exist is refused' test "$status" -eq 3
finish
