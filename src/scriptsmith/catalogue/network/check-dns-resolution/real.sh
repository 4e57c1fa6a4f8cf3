#!/usr/bin/env bash
. "$HARNESS"
use network
use dns

run --name www.example.org
check 'a name resolves, in both families' bash -c '[ "$1" = 0 ] && grep -qx "  192.0.2.80" <<<"$2" && grep -qx "  2001:db8::80" <<<"$2"' _ "$status" "$out"
run --name www.example.org --server 192.0.2.1
check 'at a server, too' bash -c '[ "$1" = 0 ] && grep -qx "  192.0.2.80" <<<"$2" && grep -qx "  2001:db8::80" <<<"$2"' _ "$status" "$out"
printf '+short\n' >~/.digrc
run --name www.example.org --server 192.0.2.1
check 'options of somebody in ~/.digrc do not count' test "$status:$(grep -c '^  192.0.2.80$' <<<"$out")" = 0:1
run --name alias.example.org --server 192.0.2.1
check 'an alias is no address' test "$(sed 1d <<<"$out" | wc -l)" -eq 2
run --name nosuch.example.org
check 'one that is not there does not' bash -c '[ "$1" = 1 ] && grep -q "no address for this name" <<<"$2"' _ "$status" "$out"
echo '192.0.2.77 only.example.org' >>/etc/hosts
run --name only.example.org
check 'the hosts file counts for this host, and is told' test "$status:$(grep -c '^note: .*hosts file' <<<"$out")" = 0:1
run --name www.example.org
check 'and of what DNS knows it is not' test "$status:$(grep -c '^note: ' <<<"$out")" = 0:0
run --name only.example.org --server 192.0.2.1
check 'and not for a server' test "$status" -eq 1
zone there 8 'sub NS ns.elsewhere.net.'
run --name www.sub.example.org --server 192.0.2.1
check 'a server that refers to another has not said that there is no such name' test "$status:$(grep -c 'only refers to others' <<<"$out")" = 1:1
zone there 9 'cdn CNAME edge.elsewhere.net.'
run --name cdn.example.org --server 192.0.2.1
check 'an alias into a zone that the server does not have is told' test "$status:$(grep -c ': it is an alias (CNAME), and the name server does not know' <<<"$out")" = 1:1
run --name nosuch.example.org --server 192.0.2.1
check 'and one that knows the zone has' test "$status:$(grep -c 'no address for this name' <<<"$out")" = 1:1
neighbour iptables -A INPUT -p udp --dport 53 -j DROP
sed -i '1i nameserver 192.0.2.1' /etc/resolv.conf
run --name www.example.org --timeout 3
check 'where the first name server is dead that is thought of' test "$status:$(grep -c 'no answer within 3 s (where the first of the name servers is dead' <<<"$out")" = 1:1
run --name www.example.org --timeout 20
check 'and with more time the name resolves' test "$status:$(grep -c '^  192.0.2.80$' <<<"$out")" = 0:1
sed -i 1d /etc/resolv.conf
neighbour iptables -F INPUT
run --name www.elsewhere.net --server 192.0.2.1
check 'a server that refuses has not said that there is no such name' bash -c '[ "$1" = 1 ] && grep -q "(REFUSED)" <<<"$2"' _ "$status" "$out"
run --name www.example.org --server 192.0.2.200 --timeout 1
check 'a server that keeps silent' bash -c '[ "$1" = 1 ] && grep -q "does not answer\|no answer" <<<"$2"' _ "$status" "$out"
finish
