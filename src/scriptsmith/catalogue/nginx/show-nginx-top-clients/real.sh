#!/usr/bin/env bash
# packages: iproute2
. "$HARNESS"
use nginx

ip address add 192.0.2.10/24 dev lo; ip address add 2001:db8::1/64 dev lo nodad
mkdir -p /srv/www; head -c 1048576 /dev/zero >/srv/www/big
printf 'server { listen 8081; listen [::]:8081; root /srv/www; location /bad { return 503; } }\n' >/etc/nginx/conf.d/a.conf
nginx -s reload; await curl -s http://127.0.0.1:8081/
: >/var/log/nginx/access.log
for path in big big bad none; do curl -s -o /dev/null --interface 192.0.2.10 "http://192.0.2.10:8081/$path"; done
for path in none bad bad; do curl -s -o /dev/null "http://127.0.0.1:8081/$path"; done
curl -s -o /dev/null 'http://[2001:db8::1]:8081/big'
await bash -c '[ "$(wc -l </var/log/nginx/access.log)" -eq 8 ]'
run
check 'the busiest comes first, with megabytes and errors' grep -qE '^ +4 +2\.0 +1 +1  [0-9]{2}/[A-Z][a-z]{2}/[0-9:]+  192.0.2.10$' <<<"$(sed -n 2p <<<"$out")"
check 'then the next' grep -qE '^ +3 +0\.0 +1 +2  .*  127.0.0.1$' <<<"$(sed -n 3p <<<"$out")"
check 'an IPv6 client is shown' grep -qE '^ +1 +1\.0 +0 +0  .*  2001:db8::1$' <<<"$out"
check 'the lines are counted' grep -qx '3 of 3 addresses shown; 8 lines read, 0 in another format' <<<"$out"
run --limit 1
check 'the list can be shortened' test "$(wc -l <<<"$out")" -eq 5
day=$(date +%d/%b/%Y)
check 'from when to when they are is told' grep -qE "^from the first line to the last: ${day}:[0-9:]{8} - ${day}:[0-9:]{8}\$" <<<"$out"
finish
