#!/usr/bin/env bash
. "$HARNESS"

unset SSH_CONNECTION
: >.rules
echo '-P PREROUTING ACCEPT' >.nat
echo 0 >.uid
stub id <<<'cat .uid'
stub ss <<<'case "$*" in *--udp*) cat .udp ;; *) cat .sockets ;; esac'
: >.udp
: >.sockets
stub ip <<'EOF'
case "$*" in
  '-4 -o route get 192.0.2.10') echo 'local 192.0.2.10 dev lo src 192.0.2.10 uid 0 \    cache <local> ' ;;
  '-6 -o route get '*) echo "2001:db8::bad from :: via fe80::1 dev eth0 src 2001:db8::1 metric 100 pref medium" ;;
  '-4 -o route get '*) echo "$5 via 192.0.2.1 dev eth0 src 192.0.2.10 uid 0 \\    cache " ;;
  '-4 route show') printf '%s\n' 'default via 192.0.2.1 dev eth0 ' '10.0.0.0/8 via 192.0.2.2 dev eth0 ' ;;
  '-6 route show') ;;
  'xfrm policy') ;;
  '-o route get 203.0.113.4 from 192.0.2.10') echo "203.0.113.4 from 192.0.2.10 via 192.0.2.1 dev $(cat .device) uid 0 \\    cache " ;;
  '-d -o link show dev eth0') echo '2: eth0: <BROADCAST,UP> mtu 1500 qdisc mq state UP mode DEFAULT group default qlen 1000\    link/ether 52:54:00:12:34:56 brd ff:ff:ff:ff:ff:ff promiscuity 0 numtxqueues 1' ;;
  '-d -o link show dev wg0') echo '5: wg0: <POINTOPOINT,NOARP,UP> mtu 1420 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen 1000\    link/none  promiscuity 0 \    wireguard addrgenmode none' ;;
  '-o link show master eth0') ;;
  *) exit 255 ;;
esac
EOF
for name in iptables ip6tables; do
  stub "$name" <<'EOF'
if [ "$1" = --version ]; then echo 'iptables v1.8.9 (nf_tables)'; exit; fi
[ "$1 $2" = '--wait 5' ] || exit 2
if [ "$3 $4 $5" = '--table nat --list-rules' ]; then cat .nat; exit; fi
verb=$3 chain=$4; shift 4
case $verb in
  --list-rules) # as iptables prints them
    echo '-P INPUT ACCEPT'; [ ! -e .accept ] || echo '-A INPUT -i lo -j ACCEPT'
    sed -n "s/^${0##*/} INPUT --source \([0-9.]*\) --jump DROP$/-A INPUT -s \1\/32 -j DROP/p; s/^${0##*/} INPUT --source 2001:DB8:0::bad --jump DROP$/-A INPUT -s 2001:db8::bad\/128 -j DROP/p" .rules ;;
  --check) grep -qxF -- "${0##*/} $chain $*" .rules || { echo 'iptables: Bad rule (does a matching rule exist in that chain?).' >&2; exit 1; } ;;
  --insert) shift; [ ! -e .locked ] || exit 4; [ -e .deaf ] || echo "${0##*/} $chain $*" >>.rules ;;
  *) exit 2 ;;
esac
EOF
done

run --address 203.0.113.5 --dry-run
check 'a dry run says what it would do' grep -qx 'would block: 203.0.113.5 (iptables)' <<<"$out"
check 'a dry run adds nothing' test ! -s .rules
check 'nothing is said of ports that are passed on where none are' test -z "$err"
echo '-A DOCKER ! -i docker0 -p tcp -m tcp --dport 8080 -j DNAT --to-destination 172.17.0.2:80' >>.nat
run --address 203.0.113.5 --dry-run
check 'that ports are passed on past INPUT is told' grep -q '203.0.113.5 still reaches those' <<<"$err"
echo '-P PREROUTING ACCEPT' >.nat
for wrong in 203.0.113.256 203.0.113.05 1:2:3 2001:db8::12345 2001:db8::1.2.3 2001:db8::1: 1::2:3:4:5:6:7:8 ::ffff:1.256.0.1; do
  run --address "$wrong" --dry-run
  check "no address: $wrong" bash -c '[ "$1" = 2 ] && grep -q "takes an IP address" <<<"$2"' _ "$status" "$err"
done
# CLIENT PORT PROGRAM: a connection to this host
connected() { printf '0 0 192.0.2.10:%s %s:50000 users:(("%s",pid=7,fd=4))\n' "$2" "$1" "$3" >.sockets; }
for each in '22 systemd' '2222 sshd' '2222 dropbear'; do
  connected 203.0.113.5 $each
  run --address 203.0.113.5 --dry-run
  check "the client of a session is refused: $each" test "$status" -eq 3
done
for each in '23 telnetd' '443 nginx'; do
  connected 203.0.113.5 $each
  run --address 203.0.113.5 --dry-run
  check "that of another service is not: $each" test "$status" -eq 0
done
for other in 203.0.113.4 75.0.113.5; do
  connected "$other" 22 sshd
  run --address 203.0.113.5 --dry-run
  check "$other is another address" test "$status" -eq 0
done
for device in eth0:0 wg0:1; do
  echo "${device%:*}" >.device
  connected 203.0.113.4 22 sshd
  run --address 203.0.113.5 --dry-run
  check "that somebody is logged in by a tunnel is told: $device" test "$status:$(grep -c 'be sure that 203.0.113.5 is not the other end' <<<"$err")" = "0:${device#*:}"
done
connected '[2001:db8::c633:644d]' 22 sshd
run --address 2001:db8::198.51.100.77 --dry-run
check 'the end of an IPv6 address may be written as one of IPv4' test "$status" -eq 3
: >.sockets
echo 'UNCONN 0 0 192.0.2.10:60001 0.0.0.0:* users:(("mosh-server",pid=9,fd=4))' >.udp
run --address 203.0.113.5 --dry-run
check 'by which way a session of mosh comes in nobody can tell' test "$status" -eq 3
: >.udp
stub cat <<'EOF'
case $1 in /etc/resolv.conf) printf 'search 203.0.113.5\nnameserver 203.0.113.53\n' ;; *) exec /bin/cat "$@" ;; esac
EOF
run --address 203.0.113.53 --dry-run
check 'a name server of this host is refused' bash -c '[ "$1" = 3 ] && grep -q "is a name server" <<<"$2"' _ "$status" "$err"
run --address 203.0.113.5 --dry-run
check 'and nothing else that stands beside it' test "$status" -eq 0
rm .stubs/cat
for mapped in ::ffff:203.0.113.5 0:0::FFFF:cb00:7105; do
  run --address "$mapped" --dry-run
  check "an IPv4 address in the form of IPv6, as logs have it, is refused: $mapped" test "$status:$(grep -c 'is an IPv4 address' <<<"$err")" = 2:1
done
run --address 203.0.113.5
check 'it succeeds' test "$status" -eq 0
check 'the address is blocked' grep -qx 'iptables INPUT --source 203.0.113.5 --jump DROP' .rules
check 'at the head of the chain' test -n "$(calls '^iptables --wait 5 --insert INPUT 1 --source')"
run --address 203.0.113.5
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and adds nothing' test "$(wc -l <.rules)" -eq 1
run --address 2001:DB8:0::bad
check 'an IPv6 address goes to ip6tables' grep -q '^ip6tables INPUT --source 2001:DB8:0::bad' .rules
SSH_CONNECTION='::ffff:198.51.100.7 50000 192.0.2.10 22' run --address 198.51.100.7
check 'the own session is not cut' test "$status" -eq 3
SSH_CONNECTION='2001:db8::bad 50000 2001:db8::1 22' run --address 2001:db8:0:0::bad
check 'nor by another spelling' test "$status" -eq 3
echo '0 0 192.0.2.10:22 198.51.100.9:50000 users:(("sshd",pid=7,fd=4))' >.sockets
run --address 198.51.100.9
check 'nor one that only the sockets tell' test "$status" -eq 3
: >.sockets; : >.accept
run --address 203.0.113.5 --dry-run
check 'a rule behind one that lets in does not count' grep -q '^would block' <<<"$out"
rm .accept
for own in 192.0.2.10 192.0.2.1 192.0.2.2 127.0.0.1 224.0.0.1; do run --address "$own"; echo "$status"; done >codes
check 'own addresses and gateways are refused' test "$(sort -u codes)" = 3
run --address 0.0.0.0
check 'everybody is refused' test "$status" -eq 2
touch .deaf
run --address 203.0.113.6
check 'a rule that does not appear is a failure' test "$status" -eq 1
touch .locked
run --address 203.0.113.6
check 'a rule that is refused is a failure' test "$status" -eq 1
echo 1000 >.uid
run --address 203.0.113.6
check 'without root it is refused' test "$status" -eq 3
run --address 203.0.113.0/24
check 'a network is no address' test "$status" -eq 2
run --address 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --address '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
full() { status=0; out=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" "$@" </dev/null 2>&1) | cat) || status=$?; }
echo 0 >.uid
connected 203.0.113.7 22 sshd
full --address 203.0.113.7 --dry-run
check 'without room for a file a session is seen, too' test "$status:$(grep -c 'an SSH session comes from 203.0.113.7' <<<"$out")" = 3:1
: >.sockets
full --address 203.0.113.7 --dry-run
check 'and others can be blocked' test "$status:$(grep -cx 'would block: 203.0.113.7 (iptables)' <<<"$out")" = 0:1
finish
