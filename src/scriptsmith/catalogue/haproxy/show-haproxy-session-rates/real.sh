#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use haproxy
ask() { printf "%s\n" "$1" | socat -t 5 - UNIX-CONNECT:/run/haproxy/admin.sock; }
of() { ask "show stat" | awk -F, -v name="$1" -v n="$2" '$1 "/" $2 == name { print $n }'; }
mkdir -p /srv/web; echo hello >/srv/web/index.html
for n in 1 2 3; do exec 4<>/dev/tcp/127.0.0.1/8000; printf 'GET / HTTP/1.0\r\n\r\n' >&4; grep -q hello <&4; exec 4>&-; done
ask 'set server web/web1 state maint' >/dev/null; ask 'set server web/web2 state maint' >/dev/null
for n in 1 2; do exec 4<>/dev/tcp/127.0.0.1/8000; printf 'GET / HTTP/1.0\r\n\r\n' >&4; grep -q 503 <&4; exec 4>&-; done
exec 5<>/dev/tcp/127.0.0.1/8000 6<>/dev/tcp/127.0.0.1/8000
limit=$(of main/FRONTEND 7)
run
check 'open sessions, their limit and errors are told' grep -qE "^frontend main: 2 of $limit sessions \(most 2\), [0-9]+/s new \(most [2-7]/s\), [0-9]+ requests/s, 2 errors 5xx$" <<<"$out"
check 'there is one frontend' grep -qx '1 frontends' <<<"$out"
check 'the process is told' grep -qE "^process: [0-9]+ of $(ask 'show info' | sed -n 's/^Maxconn: //p') connections, [0-9]+ % idle$" <<<"$out"
check 'it succeeds' test "$status" -eq 0
ask 'set maxconn frontend main 2' >/dev/null
run
check 'a frontend near its limit is marked' grep -qE '^frontend main: 2 of 2 sessions \(most 2\), .*NEAR ITS LIMIT' <<<"$out"
ask 'set maxconn frontend main 2000' >/dev/null; ask 'set maxconn global 3' >/dev/null; exec 7<>/dev/tcp/127.0.0.1/8000
run
check 'so is the process' grep -qE '^process: [0-9]+ of 3 connections  NEAR ITS LIMIT' <<<"$out"
ask 'set maxconn global 2000' >/dev/null; ask 'set maxconn frontend main 2' >/dev/null; exec 6>&- 7>&-
await bash -c '[ "$(printf "show stat\n" | socat -t 5 - UNIX-CONNECT:/run/haproxy/admin.sock | awk -F, "\$2 == \"FRONTEND\" { print \$5 }")" -lt 2 ]'
run
check 'a frontend that has been full is marked afterwards, too' grep -qE '^frontend main: [01] of 2 sessions \(most [23]\), .*HAS BEEN AT ITS LIMIT' <<<"$out"
finish
