#!/usr/bin/env bash
# packages: socat mosh
. "$HARNESS"
use network
use ssh
use ufw

serve() { socat "TCP-LISTEN:$1,fork,reuseaddr" SYSTEM:'echo hello' & }
reaches() { [[ $(neighbour timeout 3 socat -T 2 - "TCP:192.0.2.10:$1,connect-timeout=2" </dev/null) == hello ]]; }
serve 80
serve 8080
ufw allow 80/tcp comment 'the shop' >/dev/null
ufw allow from 192.0.2.0/24 >/dev/null
ufw prepend deny from 203.0.113.0/24 >/dev/null
await reaches 80
before=$(added)
run --port 80 --dry-run
check 'a dry run says what it would do' grep -qx 'would close: 80/tcp (Status: active)' <<<"$out"
check 'and changes nothing' test "$(added)" = "$before"
run --port 22
check 'SSH is not closed' test "$status" -eq 3
run --port 80
check 'it succeeds' test "$status" -eq 0
undo=$(sed -n 's/^undo: //p' <<<"$out")
check 'a client, whose whole network is let in, does not reach the port' bash -c "$(declare -f reaches neighbour); ! reaches 80"
check 'another port it does' reaches 8080
check 'the rule is there, first and once' test "$(added | grep -n 80/tcp)" = '1:ufw deny 80/tcp'
run --port 80
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
ufw prepend allow from 192.0.2.0/28 >/dev/null
run --port 80
check 'a deny that stands behind a rule that lets in is no deny: it is moved' test "$(added | head -n 1)" = 'ufw deny 80/tcp'
check 'for IPv6, too' grep -Eq '80/tcp \(v6\) +DENY' <<<"$(ufw status)"
ufw delete allow from 192.0.2.0/28 >/dev/null
bash -c "$undo" >/dev/null
check 'the undo that was told brings back all rules in their order, with their comments' test "$(added)" = "$before"
iptables -I INPUT -i wg0 -j ACCEPT
run --port 80
check 'a rule of others before those of ufw is told' test "$status:$(grep -cxF -- '-A INPUT -i wg0 -j ACCEPT' <<<"$err")" = 0:1
iptables -D INPUT -i wg0 -j ACCEPT
/usr/sbin/sshd -p 2022
run --port 2022
check 'a port on which sshd listens is not closed' test "$status" -eq 3
run --port 2022 --protocol udp
check 'its name in UDP is' test "$status" -eq 0

# Over UDP: a session of mosh, and tunnels to a neighbour by which somebody is logged in, or not.
LC_ALL=C.UTF-8 mosh-server new -p 60001 >/dev/null 2>&1
await bash -c 'ss --no-header --udp --all --processes | grep -q mosh-server'
run --port 60001 --protocol udp
check 'the port of a session of mosh is not closed' test "$status" -eq 3 -a -n "$(grep 'a session of mosh' <<<"$err")"
run --port 60002 --protocol udp
check 'another one is' test "$status" -eq 0
pkill mosh-server
await bash -c '! ss --no-header --udp --all --processes | grep -q mosh-server'
ip link add vx0 type vxlan id 7 remote 192.0.2.1 local 192.0.2.10 dstport 4789 dev eth0
ip -n neighbour link add vx0 type vxlan id 7 remote 192.0.2.10 local 192.0.2.1 dstport 4789 dev eth0
ip address add 10.77.0.10/24 dev vx0 && ip link set vx0 up
ip -n neighbour address add 10.77.0.1/24 dev vx0 && ip -n neighbour link set vx0 up
log_in 10.77.0.10
run --port 4789 --protocol udp
check 'the tunnel by which somebody is logged in is not closed' test "$status" -eq 3 -a -n "$(grep 'a tunnel may go by port 4789' <<<"$err")"
check 'and nothing was changed' test -z "$(added | grep 4789)"
run --port 5353 --protocol udp
check 'a port that nothing uses is' test "$status" -eq 0
check 'what ufw lets in of it by multicast is told' test -n "$(grep -- '-d 224.0.0.251/32 -p udp -m udp --dport 5353 -j ACCEPT' <<<"$err")" -a -n "$(grep -- '-d ff02::fb/128 -p udp' <<<"$err")"
log_out
log_in 192.0.2.10
run --port 4789 --protocol udp
check 'a tunnel by which nobody is logged in is closed' test "$status" -eq 0
[ -e /dev/net/tun ] || { mkdir -p /dev/net && mknod /dev/net/tun c 10 200; }
log_out
socat UDP-LISTEN:1194,fork TUN:10.78.0.10/24,up 2>/dev/null &
socat UDP-LISTEN:1195,fork SYSTEM:'echo hello' &
neighbour socat UDP:192.0.2.10:1194 TUN:10.78.0.1/24,up 2>/dev/null &
echo x | neighbour socat -T 1 - UDP:192.0.2.10:1195 >/dev/null
await neighbour ping -c 1 -W 1 10.78.0.10
log_in 10.78.0.10
run --port 1194 --protocol udp
check 'nor is one that a program carries' test "$status" -eq 3 -a -n "$(grep 'a tunnel may go by port 1194' <<<"$err")"
run --port 1195 --protocol udp
check 'the port of another program is' test "$status" -eq 0
log_out

# A container that has its port published, as Docker does it.
ip netns add box
ip link add docker0 type veth peer name c0 netns box
ip address add 172.17.0.1/16 dev docker0 && ip link set docker0 up
ip -n box address add 172.17.0.2/16 dev c0 && ip -n box link set c0 up && ip -n box route add default via 172.17.0.1
echo 1 >/proc/sys/net/ipv4/ip_forward
iptables -t nat -A PREROUTING -m addrtype --dst-type LOCAL -p tcp --dport 6379 -j DNAT --to-destination 172.17.0.2:6379
iptables -I FORWARD -i docker0 -j ACCEPT && iptables -I FORWARD -o docker0 -j ACCEPT
ip netns exec box socat TCP-LISTEN:6379,fork,reuseaddr SYSTEM:'echo hello' &
await reaches 6379
before=$(added)
run --port 6379
check 'a port that a container has published is not called closed' test "$status" -eq 3 -a -n "$(grep 'forwarded before ufw sees it' <<<"$err")"
check 'and no rule is added' test "$(added)" = "$before"
ufw prepend deny 6379/tcp >/dev/null
check 'since a rule of ufw does not close it' reaches 6379
run --port 6379
check 'nor is it when the rule is there already' test "$status" -eq 3

ufw disable >/dev/null
before=$(added)
run --port 8080
check 'with ufw off no port is called closed' test "$status" -eq 3 -a -n "$(grep 'not active' <<<"$err")"
check 'and no rule is added then' test "$(added)" = "$before"
finish
