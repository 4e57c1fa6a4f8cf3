#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use network

neighbour socat TCP-LISTEN:9000,fork,reuseaddr EXEC:cat &
neighbour socat TCP6-LISTEN:9006,fork,reuseaddr,ipv6only=1 EXEC:cat &
ip -6 address add 2001:db8::10/64 dev eth0 nodad
ip -n neighbour -6 address add 2001:db8::1/64 dev eth0 nodad
neighbour nft -f - <<<'table inet t { chain i { type filter hook input priority 0; tcp dport 9100 drop; tcp dport 9101 reject; tcp dport 9102 reject with icmpx admin-prohibited; }; }'
echo '192.0.2.1 peer.example' >>/etc/hosts
await bash -c 'ip netns exec neighbour ss -Hltn | grep -q :9006'
run --host 192.0.2.1 --port 9000
check 'a port that accepts is reachable' bash -c '[ "$1" = 0 ] && grep -q "^reachable: 192.0.2.1 port 9000 " <<<"$2"' _ "$status" "$out"
run --host peer.example --port 9000
check 'by name, too' test "$status" -eq 0
run --host 2001:db8::1 --port 9006
check 'and by IPv6' test "$status" -eq 0
run --host 192.0.2.1 --port 9001
check 'one on which nothing listens is refused' grep -q 'connection refused' <<<"$out"
check 'and not reachable' test "$status" -eq 1
run --host 192.0.2.1 --port 9101 --attempts 2
check 'one that a firewall rejects is not either, also the second time' test "$(grep -c '^attempt' <<<"$err")" -eq 2
run --host 192.0.2.1 --port 9102
check 'one that a firewall rejects as firewalld does is not said to lack a route alone' grep -q 'no route, .* or a firewall rejects' <<<"$out"
run --host 192.0.2.1 --port 9100 --timeout 1
check 'one that a firewall drops gives no answer' grep -q 'no answer within 1 s' <<<"$out"
neighbour socat TCP-LISTEN:9100,fork,reuseaddr,bind=192.0.2.1 EXEC:cat &
neighbour nft flush ruleset
neighbour nft -f - <<<'table ip6 t { chain i { type filter hook input priority 0; tcp dport 9100 drop; }; }'
printf '2001:db8::1 dual.example\n192.0.2.1 dual.example\n' >>/etc/hosts
await bash -c 'ip netns exec neighbour ss -Hltn | grep -q :9100'
run --host dual.example --port 9100 --timeout 2
check 'a name whose IPv6 address keeps silent is reachable by the other one' bash -c '[ "$1" = 0 ] && grep -q "^reachable: dual.example port 9100" <<<"$2"' _ "$status" "$out"
check 'and that is told' grep -q '^warning: not at every address of dual.example: 2001:db8::1: no answer within 2 s' <<<"$err"
run --host 10.99.0.1 --port 1 --timeout 3
check 'a network that the way ends before is not reachable' test "$status" -eq 1
run --host nosuch.example --port 80 --timeout 2
check 'a name that is not known is not taken for a silent host' grep -q 'the host name does not resolve\|look-up of the host name gave no answer' <<<"$out"
finish
