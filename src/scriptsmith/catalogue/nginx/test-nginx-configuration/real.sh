#!/usr/bin/env bash
. "$HARNESS"
use nginx

pid=$(cat /run/nginx.pid)
run
check 'what Debian installs is valid' test "$status" -eq 0 -a -n "$(grep -x 'valid: /etc/nginx/nginx.conf (0 warnings)' <<<"$out")"
printf 'server { listen 8081; server_name a; }\nserver { listen 8081; server_name a; return 200; }\n' >/etc/nginx/conf.d/a.conf
run
check 'a warning is shown and counted' test "$status" -eq 0 -a -n "$(grep 'conflicting server name' <<<"$out")" -a -n "$(grep '(1 warnings)' <<<"$out")"
printf 'server {\n  lissten 8081;\n}\n' >/etc/nginx/conf.d/a.conf
run
check 'a fault in an included file is a failure' test "$status" -eq 1
check 'with its line' grep -q 'conf.d/a.conf:2' <<<"$out"
cp /etc/nginx/nginx.conf broken.conf; sed -i '/sites-enabled/d; /conf.d/d' broken.conf
run --file broken.conf
check 'another file is tested on request' test "$status" -eq 0
check 'the running nginx is not touched' test "$(cat /run/nginx.pid)" = "$pid" -a -d "/proc/$pid"
finish
