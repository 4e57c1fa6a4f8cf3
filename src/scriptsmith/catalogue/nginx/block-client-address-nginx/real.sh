#!/usr/bin/env bash
# packages: procps python3 iproute2
. "$HARNESS"
use nginx

ip address add 192.0.2.10/24 dev lo
code() { curl -s -o /dev/null -w '%{http_code}' --interface "${1:-127.0.0.1}" "http://${2:-192.0.2.10}/"; }
file=/etc/nginx/conf.d/blocked-addresses.conf
run --address 192.0.2.10 --dry-run
check 'a dry run blocks nobody' test "$status:$(code 192.0.2.10)" = 0:200 -a ! -e "$file"
printf 'pid /run/other.pid; events {}\nhttp { server { listen 9090; } }\n' >/root/other.conf
nginx -c /root/other.conf # its workers stay
run --address 192.0.2.10
check 'the client gets 403, at once' test "$status:$(code 192.0.2.10)" = 0:403
check 'another client is served' test "$(code 127.0.0.1 127.0.0.1)" = 200
run --address 192.0.2.10
check 'a second run adds nothing' test "$status:$(wc -l <"$file")" = 0:1
ip address add 192.0.2.11/24 dev lo
printf 'deny 192.0.2.11;\n' >>"$file"
check 'a rule that nginx was not told of blocks nobody' test "$(code 192.0.2.11)" = 200
run --address 192.0.2.11
check 'it is loaded' test "$status:$(code 192.0.2.11):$(wc -l <"$file")" = 0:403:2
run --address 2001:db8::/48
check 'an IPv6 network is added' test "$status:$(tail -n 1 "$file")" = '0:deny 2001:db8::/48;'
ip address add 192.0.2.12/24 dev lo
cp "$file" /root/kept; printf 'deny ::ffff:192.0.2.12;\n' >>"$file"; nginx -t && nginx -s reload; sleep 1
check 'by a rule for the form of IPv6 nginx does not block an IPv4 address' test "$(code 192.0.2.12)" = 200
cat /root/kept >"$file"
run --address ::ffff:192.0.2.12
check 'so it is refused' test "$status" -eq 2
before=$(cat "$file")
run --address 1:2:3
check 'an address that nginx does not take is a failure, and taken back' test "$status:$(cat "$file")" = "1:$before"
for bad in 192.0.0.0/8 127.0.0.1 2001:db8::/31 ::1; do
  run --address "$bad"
  check "refused: $bad" test "$status" -eq 2
done
run --address 192.0.2.77 --deny-file /etc/nginx/blocked.conf
check 'a file that nginx does not include is a failure, and removed' test "$status" -eq 1 -a ! -e /etc/nginx/blocked.conf
# A fault that nginx -t does not find: the port is taken, and nginx keeps its old configuration.
printf 'server { listen 127.0.0.1:8099; }\n' >/etc/nginx/conf.d/taken.conf
(exec 3<>/dev/null; exec python3 -m http.server --bind 127.0.0.1 8099 >/dev/null 2>&1 &)
await bash -c 'exec 3<>/dev/tcp/127.0.0.1/8099'
run --address 192.0.2.78
check 'a reload that nginx rejects is a failure, and the rule is taken back' test "$status:$(cat "$file")" = "1:$before"
finish
