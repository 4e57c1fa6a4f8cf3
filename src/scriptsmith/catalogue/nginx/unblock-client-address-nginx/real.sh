#!/usr/bin/env bash
# packages: procps iproute2
. "$HARNESS"
use nginx

ip address add 192.0.2.10/24 dev lo
code() { curl -s -o /dev/null -w '%{http_code}' --interface 192.0.2.10 http://192.0.2.10/; }
file=/etc/nginx/conf.d/blocked-addresses.conf
printf 'deny 192.0.2.10;\ndeny 192.0.2.100;\n# kept\n' >"$file"
printf '  deny   192.0.2.0/28 ; # range\n deny 2001:db8::/32;\n' >/etc/nginx/conf.d/other.conf
nginx -s reload; await bash -c '[ "$(curl -s -o /dev/null -w "%{http_code}" --interface 192.0.2.10 http://192.0.2.10/)" = 403 ]'
run --address 192.0.2.10 --dry-run
check 'a dry run changes nothing' test "$status:$(wc -l <"$file")" = 0:3
check 'a network elsewhere that holds it is pointed out' grep -qxF 'note: /etc/nginx/conf.d/other.conf has "deny 192.0.2.0/28", which is left as it is' <<<"$out"
check 'and nothing else' test "$(grep -c '^note' <<<"$out")" -eq 1
: >/etc/nginx/conf.d/other.conf
printf 'pid /run/other.pid; events {}\nhttp { server { listen 9090; } }\n' >/root/other.conf
nginx -c /root/other.conf # its workers stay
run --address 192.0.2.10
check 'the client is served again, at once' test "$status:$(code)" = 0:200
check 'the other rule stays' test "$(cat "$file")" = $'deny 192.0.2.100;\n# kept'
run --address 192.0.2.10
check 'a second run changes nothing' test "$status:$(wc -l <"$file")" = 0:2
printf 'deny 192.0.2.16/28;\ndeny all;\n' >/etc/nginx/conf.d/other.conf
run --address 192.0.2.10
check 'a network beside it is not pointed out, a rule for all is' test "$(grep '^note' <<<"$out")" = 'note: /etc/nginx/conf.d/other.conf has "deny all", which is left as it is'
printf 'deny 192.0.2.10; # abuse\n' >>"$file"; : >/etc/nginx/conf.d/other.conf
nginx -s reload; await bash -c '[ "$(curl -s -o /dev/null -w "%{http_code}" --interface 192.0.2.10 http://192.0.2.10/)" = 403 ]'
run --address 192.0.2.10
check 'a rule with a comment behind it is no success, as the client stays out' test "$status:$(code)" = 1:403
sed -i '/abuse/d' "$file"
echo nonsense >/etc/nginx/conf.d/broken.conf
run --address 192.0.2.100
check 'a configuration that is broken before is refused' test "$status:$(wc -l <"$file")" = 3:2
finish
