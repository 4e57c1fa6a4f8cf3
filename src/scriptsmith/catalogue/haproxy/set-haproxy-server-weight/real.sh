#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use haproxy
ask() { printf "%s\n" "$1" | socat -t 5 - UNIX-CONNECT:/run/haproxy/admin.sock; }
of() { ask "show stat" | awk -F, -v name="$1" -v n="$2" '$1 "/" $2 == name { print $n }'; }
sed -i 's/web1 127.0.0.1:8001/& weight 40/; s/web2 127.0.0.1:8002/& weight 10/; $a backend fixed\n  balance static-rr\n  server a 127.0.0.1:8001 weight 10\n  server b 127.0.0.1:8002 weight 10' "$haproxy_config"
kill "$(cat /run/haproxy.pid)"; await bash -c '! kill -0 "$(cat /run/haproxy.pid)"'; haproxy -D -f "$haproxy_config" -p /run/haproxy.pid
await bash -c 'printf "show stat\n" | socat - UNIX-CONNECT:/run/haproxy/admin.sock | grep -q "^web,web2,.*,UP,"'
on() { run --backend web --server "$@"; }

on web1 --weight 25 --dry-run
check 'a dry run changes nothing' test "$status:$(of web/web1 19)" = 0:40
on web1 --weight 25
check 'a quarter of 40 is 10' test "$status:$(of web/web1 19)" = 0:10
check 'the other keeps its weight' test "$(of web/web2 19)" = 10
on web1 --weight 100
check 'the former percentage is told' grep -qF '(before: 10, 25 %)' <<<"$out"
on web1 --weight 100
check 'a second run has nothing to change' grep -q '^nothing to change' <<<"$out"
on web2 --weight 5
check 'a share that would be nothing is refused' test "$status:$(of web/web2 19)" = 3:10
on web2 --weight 0
check 'no weight at all is taken' test "$status:$(of web/web2 19)" = 0:0
on web1 --weight 0
check 'but not of the last server that takes sessions' test "$status:$(of web/web1 19)" = 3:40
run --backend fixed --server a --weight 50
check 'a static backend refuses, with its words' test "$status:$(of fixed/a 19)" = 1:10 -a -n "$(grep static <<<"$err")"
ask 'set server web/web2 state maint' >/dev/null
on web2 --weight 100
check "that one in maintenance takes no sessions is told" test "$status:$(ask "get weight web/web2" | head -n 1):$(grep -c "^note: the status of web/web2 is MAINT, so" <<<"$err")" = "0:10 (initial 10):1"
ask 'set server web/web2 state ready' >/dev/null
on web1 --weight 25
kill "$(cat /run/haproxy.pid)"; await bash -c '! kill -0 "$(cat /run/haproxy.pid)"'; haproxy -D -f "$haproxy_config" -p /run/haproxy.pid
await bash -c 'printf "show stat\n" | socat - UNIX-CONNECT:/run/haproxy/admin.sock | grep -q "^web,web1,.*,UP,"'
check 'a restart takes it back, as was told' test "$(grep -c 'the weight is 40 again' <<<"$err"):$(of web/web1 19)" = 1:40
on web9 --weight 50
check 'a server that does not exist is refused' test "$status" -eq 3
finish
