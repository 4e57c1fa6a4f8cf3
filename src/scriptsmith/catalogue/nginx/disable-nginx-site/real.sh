#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
use nginx

a=/etc/nginx/sites-available e=/etc/nginx/sites-enabled
printf 'upstream app { server 127.0.0.1:9; }\nserver { listen 8081; return 200 shop; }\n' >$a/shop
printf 'server { listen 8082; location / { return 200 needs; } location /x { proxy_pass http://app; } }\n' >$a/needs
ln -s ../sites-available/shop ../sites-available/needs $e/
nginx -s reload; await curl -s http://127.0.0.1:8082/
run --site needs --dry-run
check 'a dry run removes nothing' test "$status:$(curl -s http://127.0.0.1:8082/)" = 0:needs -a -L $e/needs
# A second nginx, whose workers stay.
printf 'pid /run/other.pid; events {}\nhttp { server { listen 9090; return 200 other; } }\n' >/root/other.conf
nginx -c /root/other.conf
await curl -s http://127.0.0.1:9090/
run --site needs
check 'the workers of another nginx are not waited for' test "$status:$(curl -s http://127.0.0.1:9090/)" = 0:other
check 'the site answers no more' bash -c '[ "$1" -eq 0 ] && ! curl -s http://127.0.0.1:8082/' _ "$status"
check 'the file stays, the link is gone' test -e $a/needs -a ! -L $e/needs
check 'the others answer' test "$(curl -s http://127.0.0.1:8081/)" = shop
run --site needs
check 'a second run finds it disabled' grep -q '^disabled already: needs' <<<"$out"
ln -s ../sites-available/needs $e/; nginx -s reload; await curl -s http://127.0.0.1:8082/; rm $e/needs # its reload failed
run --site needs
check 'one that is served still, without its link, is served no more' bash -c '[ "$1" -eq 0 ] && ! curl -s http://127.0.0.1:8082/' _ "$status"
printf 'server { listen 8082; location / { return 200 needs; } location /x { limit_req zone=of_shop; } }\n' >$a/needs
printf 'limit_req_zone $uri zone=of_shop:1m rate=9r/s;\nserver { listen 8081; return 200 shop; }\n' >$a/shop
ln -s ../sites-available/needs $e/
nginx -t 2>/dev/null || { echo 'the configuration of this test is not valid' >&2; exit 1; }
run --site shop
check 'a site that another one needs is a failure, and its link is put back' test "$status:$(readlink $e/shop)" = 1:../sites-available/shop
ln -s ../sites-available/shop $e/010-shop; rm $e/shop
run --site shop
check 'one that is enabled by another name is not disabled already' test "$status:$(grep -c 'enabled as 010-shop' <<<"$err")" = 3:1
mv $e/010-shop $e/shop
cp $a/shop $e/file
run --site file
check 'a file is not removed' test "$status" -eq 3 -a -f $e/file
rm $e/file
printf 'server { listen 8083; server_name twin.example.org alone.example.org; return 200 twin; }\n' >$a/twin
cp $a/twin $e/twin.bak && sed -i 's/ alone.example.org//' $e/twin.bak && ln -s ../sites-available/twin $e/
nginx -s reload; await curl -s http://127.0.0.1:8083/
run --site twin
check 'a copy that serves a name on is told' test "$status:$(grep '^note' <<<"$out")" = '0:note: another file has server_name twin.example.org too, and may serve it on (nginx -T tells which)'
check 'and does' test "$(curl -s --header 'Host: twin.example.org' http://127.0.0.1:8083/)" = twin
run --site nowhere
check 'a site that does not exist is refused' test "$status" -eq 3
finish
