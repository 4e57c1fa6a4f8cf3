#!/usr/bin/env bash
. "$HARNESS"
use nginx

printf 'server { listen 8081; location /bad { return 503; } location /away { return 301 /; } location / { return 200; } }\n' >/etc/nginx/conf.d/a.conf
nginx -s reload; await curl -s http://127.0.0.1:8081/
: >/var/log/nginx/access.log
for path in 'a"%20500%20"' a a bad bad away; do curl -s -A 'x" 404 "y' "http://127.0.0.1:8081/$path" >/dev/null; done
exec 3<>/dev/tcp/127.0.0.1/8081; printf 'nonsense\r\n\r\n' >&3; cat <&3 >/dev/null
await bash -c '[ "$(wc -l </var/log/nginx/access.log)" -eq 7 ]'
run
check 'the most frequent comes first' grep -qE '^ +3  200 +42\.9 %$' <<<"$(head -n 1 <<<"$out")"
check 'errors of the server are counted' grep -qE '^ +2  503 +28\.6 %$' <<<"$out"
check 'a request that is none is counted' grep -qE '^ +1  400 ' <<<"$out"
check 'so is a redirection' grep -qE '^ +1  301 ' <<<"$out"
check 'quotes of clients do not deceive' grep -qx '7 lines read, 0 of them in another format' <<<"$out"
check 'there are no other codes' test "$(wc -l <<<"$out")" -eq 6
check 'from when to when is told' grep -Eq '^from the first line to the last: [0-9]{2}/[A-Z][a-z]{2}/20[0-9:]+ [+-][0-9]{4} - [0-9]{2}/[A-Z][a-z]{2}/20[0-9:]+ [+-][0-9]{4}$' <<<"$out"
run --lines 1
check 'only the last lines are read on request' grep -qE '^ +1  400 +100\.0 %$' <<<"$out"
finish
