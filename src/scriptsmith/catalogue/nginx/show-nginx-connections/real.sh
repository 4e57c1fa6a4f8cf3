#!/usr/bin/env bash
. "$HARNESS"
use nginx

run
check 'without such a page it is a failure' test "$status" -eq 1
printf 'server { listen 8081; location = /status { stub_status; } location / { return 200; } }\n' >/etc/nginx/conf.d/a.conf
nginx -s reload; await curl -sf http://127.0.0.1:8081/status
exec 3<>/dev/tcp/127.0.0.1/8081; printf 'GET / HTTP/1.1\r\nHost: x\r\n\r\n' >&3; read -r _ <&3
exec 4<>/dev/tcp/127.0.0.1/8081; printf 'GET / HT' >&4
await bash -c 'curl -s http://127.0.0.1:8081/status | grep -q "Reading: 1 Writing: 1 Waiting: 1"'
before=$(curl -s http://127.0.0.1:8081/status | sed -n 3p)
read -r accepted handled requests <<<"$before"
run --url http://127.0.0.1:8081/status
check 'three connections are active: one waits, one begins, one is this look' grep -qx 'active connections: 3' <<<"$out"
check 'they are split up' bash -c 'grep -q "reading a request: 1" <<<"$1" && grep -q "writing an answer: 1" <<<"$1" && grep -q "keep-alive): 1" <<<"$1"' _ "$out"
check 'the totals are those of nginx, with this look' grep -qx "since the start of nginx: $((accepted + 1)) connections accepted, $((handled + 1)) handled, $((requests + 1)) requests" <<<"$out"
check 'there is no warning without need' test "$status:$(grep -c warning <<<"$out")" = 0:0
run --url http://127.0.0.1:8081/
check 'another page is a failure' test "$status" -eq 1
finish
