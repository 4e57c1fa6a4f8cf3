#!/usr/bin/env bash
. "$HARNESS"

unset SSH_CONNECTION
for i in eth0 eth1 eth2 eth3 stuck; do echo BROADCAST,MULTICAST,UP,LOWER_UP >".$i"; done
echo LOOPBACK,UP,LOWER_UP >.lo
echo 0 >.uid
stub id <<<'cat .uid'
stub ss <<<'case "$*" in *--udp*) cat .udp ;; *" src "*) cat .open ;; *) cat .sockets ;; esac || exit 1'
: >.open
: >.udp
: >.sockets
stub ip <<'EOF'
dev=${*: -1}
case "$*" in
  '-o link show dev '*) [ -e ".$dev" ] || exit 1
    echo "3: $dev: <$(cat ".$dev")> mtu 1500 qdisc fq state UP\\    link/ether 02:00:00:00:00:01" ;;
  '-o link show') [ ! -e .blind ] || exit 1
    for i in eth0 eth1 eth2 eth3 stuck; do [ -e ".$i" ] || continue; n=$i m=''
      [ "$i" != eth3 ] || m=' master br0'
      echo "3: $n: <$(cat ".$i")> mtu 1500 qdisc fq$m state UP\    link/ether 02:00:00:00:00:01"; done
    echo '8: br0: <BROADCAST,UP> mtu 1500\    link/ether 02:00:00:00:00:01'; echo '9: br0.5@br0: <BROADCAST,UP> mtu 1500\    link/ether 02:00:00:00:00:01' ;;
  '-d -o link show dev eth7') exit 1 ;;
  '-d -o link show dev wg0') echo '9: wg0: <POINTOPOINT,UP> mtu 1420\    link/none \    wireguard' ;;
  '-d -o link show dev '*) echo "3: $dev: <UP> mtu 1500\    link/ether 02:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff promiscuity 0" ;;
  '-4 route show table all default') [ ! -e .noroutes ] || exit 1; echo 'default via 192.0.2.1 dev eth0 proto dhcp metric 100 ' ;;
  '-6 route show table all default') [ ! -e .six ] || echo 'default via fe80::1 dev eth2 proto ra metric 1024 ' ;;
  '-o route get 10.5.0.9'*) echo '10.5.0.9 dev br0.5 src 10.5.0.1 uid 0 \    cache ' ;;
  '-o route get 10.6.0.9'*) echo '10.6.0.9 dev wg0 src 10.6.0.1 uid 0 \    cache ' ;;
  '-o route get 10.7.0.9'*) exit 2 ;;
  '-o route get 10.8.0.9'*) echo 'unreachable 10.8.0.9' ;;
  '-o route get 10.9.0.9'*) echo '10.9.0.9 dev eth7 src 10.9.0.1 uid 0 \    cache ' ;;
  '-o route get 10.2.0.9'*) echo '10.2.0.9 dev eth2 src 10.2.0.1 uid 0 \    cache ' ;;
  '-o route get '*) echo "$4 via 192.0.2.1 dev eth0 src 192.0.2.10 uid 0 \\    cache " ;;
  '-o address show to 10.2.0.1') echo '3: eth2    inet 10.2.0.1/24 brd 10.2.0.255 scope global eth2\       valid_lft forever' ;;
  '-o address show to '*) ;;
  '-o address show dev '*) echo "3: $dev    inet 10.1.0.1/24 brd 10.1.0.255 scope global $dev\\       valid_lft forever" ;;
  '-6 route show dev '*) echo '2001:db8:1::/64 proto static metric 1024 pref medium' ;;
  'route show dev '*) echo '10.1.0.0/24 proto kernel scope link src 10.1.0.1 ' ;;
  'link set dev eth2 down') [ -e .vanishes ] && rm .eth2 ;;
  'link set dev '*' down') [ "$4" = stuck ] || echo BROADCAST,MULTICAST >".$4" ;;
  *) exit 255 ;;
esac
EOF

run --interface eth1 --dry-run
check 'a dry run says what it would do' grep -qx 'would take down: eth1' <<<"$out"
check 'a dry run changes nothing' test -z "$(calls 'link set')"
check 'its addresses are shown' grep -qx '  inet 10.1.0.1/24' <<<"$out"
check 'its routes are shown' grep -q '^  route 10.1.0.0/24' <<<"$out"
[ ! -e /proc/net/if_inet6 ] || check 'those of IPv6, too' grep -q '^  route 2001:db8:1::/64' <<<"$out"
check 'without connections none is spoken of' test -z "$(grep warning <<<"$err")"
echo '0 0 10.1.0.1:700 10.1.0.50:2049' >.open
run --interface eth1 --dry-run
check 'what is connected by it is told' test "$(grep -A 1 '^warning: 1 open TCP connections of its addresses break:$' <<<"$err" | tail -n 1)" = '0 0 10.1.0.1:700 10.1.0.50:2049'
check 'of its addresses' test -n "$(calls '^ss .*state established src 10.1.0.1$')"
: >.open
check 'that no session is seen is told' grep -q 'another way in' <<<"$err"
refused() { # WORDS ARG...
  run "${@:2}"
  check "refused: $1" bash -c '[ "$1" = 3 ] && grep -qF -e "$3" <<<"$2"' _ "$status" "$err" "$1"
}
while read -r client words; do
  echo "0 0 10.1.0.1:22 $client:50000" >.sockets
  refused "$words" --interface eth1
done <<'ROWS'
10.7.0.9 nobody can tell by which interface the SSH session from 10.7.0.9 comes in
10.8.0.9 nobody can tell by which interface the SSH session from 10.8.0.9 comes in
10.9.0.9 nobody can tell what eth7 is
ROWS
echo '0 0 10.5.0.1:22 10.5.0.9:50000 users:(("sshd",pid=7,fd=4))' >.sockets
refused 'comes in through br0.5' --interface eth3
echo '0 0 10.2.0.1:443 10.2.0.9:50000 users:(("nginx",pid=7,fd=4))' >.sockets
run --interface eth2 --dry-run
check 'a connection to another service is no session' test "$status" -eq 0
mv .open kept
refused 'ss cannot list the connections' --interface eth1
mv kept .open
for gone in .udp .sockets; do
  mv $gone kept
  refused 'nobody can tell by which way you are logged in' --interface eth1
  mv kept $gone
done
: >.sockets
for what in 'blind ip cannot list the interfaces' 'noroutes ip cannot read the routes'; do
  touch ".${what%% *}"
  refused "${what#* }" --interface eth1
  rm ".${what%% *}"
done
if [ -e /proc/net/if_inet6 ]; then
  touch .six
  refused 'a default route (IPv6) goes through eth2' --interface eth2
  rm .six
fi
echo 1000 >.uid
refused 'nobody can tell by which way you are logged in' --interface eth1
export SSH_CONNECTION='198.51.100.7 50000 192.0.2.10 22'
run --interface eth1 --dry-run
check 'without root the environment tells by which way' test "$status" -eq 0
refused 'this needs root' --interface eth1
unset SSH_CONNECTION
echo 0 >.uid
refused 'no such interface: eth9' --interface eth9
run --interface eth2
check 'an interface that does not go down is a failure' bash -c '[ "$1" = 1 ] && grep -q "could not take eth2 down" <<<"$2"' _ "$status" "$err"
touch .vanishes; cp .eth2 kept
run --interface eth2
check 'one that vanishes is one, too' bash -c '[ "$1" = 1 ] && grep -q "eth2 has gone" <<<"$2"' _ "$status" "$err"
mv kept .eth2; rm .vanishes
: >"$STUB_LOG"
echo '0 0 10.5.0.1:22 10.5.0.9:50000 users:(("sshd",pid=7,fd=4))' >.sockets
run --interface eth3
check 'a port of the bridge that carries the VLAN of a session is refused' test "$status" -eq 3
echo '0 0 10.6.0.1:2222 10.6.0.9:50000 users:(("sshd",pid=7,fd=4))' >.sockets
run --interface eth1
check 'a session through a tunnel hides its way: refused' test "$status" -eq 3
echo '0 0 10.7.0.1:22 10.7.0.9:50000' >.sockets
run --interface eth1
check 'a session whose way is not known: refused' test "$status" -eq 3
echo 'UNCONN 0 0 0.0.0.0:60001 0.0.0.0:* users:(("mosh-server",pid=9,fd=5))' >.udp
: >.sockets
run --interface eth1
check 'mosh, whose ways nobody knows: refused' test "$status" -eq 3
: >.udp
echo '0 0 127.0.0.1:22 127.0.0.1:50000 users:(("sshd",pid=7,fd=4))' >.sockets
run --interface eth1
check 'only a session from this host: refused' test "$status" -eq 3
: >.sockets
SSH_CONNECTION='198.51.100.7 50000 192.0.2.10 22' run --interface eth1
check 'it succeeds' test "$status" -eq 0
check 'it is down' test "$(cat .eth1)" = BROADCAST,MULTICAST
run --interface eth1
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and sets nothing' test "$(calls 'link set' | wc -l)" -eq 1
run --interface eth0
check 'the default route is not cut' test "$status" -eq 3
SSH_CONNECTION='10.2.0.9 50000 10.2.0.1 22' run --interface eth2
check 'the own session is not cut' test "$status" -eq 3
SSH_CONNECTION='198.51.100.7 50000 10.2.0.1 22' run --interface eth2
check 'nor is one to an address of it' test "$status" -eq 3
run --interface lo
check 'the loopback is refused' test "$status" -eq 3
check 'nothing was set by a refused run' test "$(calls 'link set' | wc -l)" -eq 1
run --interface stuck
check 'an interface that stays up is a failure' test "$status" -eq 1
run --interface eth9
check 'a missing interface is refused' test "$status" -eq 3
echo 1000 >.uid
run --interface eth2
check 'without root it is refused' test "$status" -eq 3
run --interface 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --interface '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
full() { status=0; out=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" "$@" </dev/null 2>&1) | cat) || status=$?; }
echo 0 >.uid
for it in 'eth2 10.2.0.9 eth2' 'eth3 10.5.0.9 br0.5'; do
  read -r name client by <<<"$it"
  echo "0 0 10.2.0.7:22 $client:50000" >.sockets
  full --interface "$name" --dry-run
  check "without room for a file a session is seen, too: $by" test "$status:$(grep -c "an SSH session from $client comes in through $by" <<<"$out")" = 3:1
done
finish
