#!/usr/bin/env bash
. "$HARNESS"

unset SSH_CONNECTION
{
  echo '10.20.0.0/16 via 192.0.2.1 dev eth0 '
  echo '192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.10 '
  echo '10.30.0.0/16 via 192.0.2.1 dev eth0 '
  echo '10.60.0.0/16 via 192.0.2.1 dev eth0 '
  echo '10.40.0.0/16 via 192.0.2.1 dev eth0 metric 100 '
  echo '10.40.0.0/16 via 192.0.2.2 dev eth0 metric 200 '
  echo '10.70.0.0/16 via 192.0.2.1 dev eth0 proto bird '
  echo '10.80.0.0/16 via 192.0.2.1 dev eth1 proto static linkdown expires 20sec metric 5 '
  echo '2001:db8:5::/48 via fe80::1 dev eth0 metric 1024 pref medium'
} >.routes
echo 0 >.uid
stub id <<<'cat .uid'
stub ss <<<'case "$*" in *--udp*) cat .udp ;; *) cat .sockets ;; esac'
: >.udp
: >.sockets
stub ip <<'EOF'
f=$1; shift
case "$f $*" in
  -[46]\ 'route show exact '*) grep "^$4 " .routes || true ;;
  -[46]\ 'route show') cat .routes; echo '10.50.0.0/16 via 10.60.0.9 dev eth0 ' ;;
  '-4 -o route get fibmatch 10.60.0.9') echo '10.60.0.0/16 via 192.0.2.1 dev eth0 ' ;;
  '-4 -o route get fibmatch 10.77.0.9'*) exit 2 ;;
  '-4 -o route get fibmatch 10.30.1.1'*) echo '10.30.0.0/16 via 192.0.2.1 dev eth0 ' ;;
  -[46]\ '-o route get fibmatch '*) echo 'default via 192.0.2.1 dev eth0 ' ;;
  -[46]\ '-o route get '*) echo "$4 via 192.0.2.254 dev eth0 src 192.0.2.10 uid 0 \\    cache " ;;
  '-6 route del 2001:db8:5::/48 via fe80::1 dev eth0 metric 1024 pref medium' | '-4 route del 10.'*) [ -e .deaf ] || sed -i "\\|^$3 |d" .routes ;;
  *) exit 255 ;;
esac
EOF
cp .routes .first

run --network 10.20.0.0/16 --dry-run
check 'a dry run says what it would do' grep -q '^would remove: 10.20.0.0/16 via 192.0.2.1 dev eth0' <<<"$out"
check 'that it may come back is told' grep -q '^note: what the configuration of the network says comes back at its next start' <<<"$err"
check 'a dry run changes nothing' cmp .routes .first
run --network 10.20.0.0/16
check 'it succeeds' test "$status" -eq 0
check 'the route is gone, others stay' test "$(diff .first .routes | grep -c '^[<>]')" -eq 1
check 'the removed line is told' grep -q '^removed: 10.20.0.0/16 via 192.0.2.1 dev eth0' <<<"$out"
check 'what leads there now is told' grep -q '^what leads there now: 10.20.0.0 via 192.0.2.254' <<<"$out"
run --network 10.20.0.0/16
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -qx "nothing to do: the main table has no route to exactly 10.20.0.0/16" <<<"$2"' _ "$status" "$out"
SSH_CONNECTION='10.30.1.1 50000 192.0.2.10 22' run --network 10.30.0.0/16
first=$status
echo '0 0 192.0.2.10:22 10.30.1.1:50000' >.sockets
run --network 10.30.0.0/16
check 'under sudo, too, where the sockets tell it' test "$status" -eq 3
echo '0 0 192.0.2.10:2222 10.30.1.1:50000 users:(("sshd",pid=7,fd=4))' >.sockets
run --network 10.30.0.0/16
check 'also where sshd listens elsewhere' test "$status" -eq 3
echo '0 0 192.0.2.10:443 10.30.1.1:50000 users:(("nginx",pid=7,fd=4))' >.sockets
run --network 10.30.0.0/16 --dry-run
check 'a connection to another service is no session' test "$status" -eq 0
: >.sockets
echo 'UNCONN 0 0 192.0.2.10:60001 0.0.0.0:* users:(("mosh-server",pid=9,fd=4))' >.udp
run --network 10.30.0.0/16
check 'by which way a session of mosh comes in nobody can tell' test "$status" -eq 3
: >.udp
check 'the route of the own session stays' bash -c '[ "$1" -eq 3 ] && grep -q "^10.30" .routes' _ "$first"
SSH_CONNECTION='10.77.0.9 50000 192.0.2.10 22' run --network 10.30.0.0/16
check 'a session of which ip does not tell the way is no leave' test "$status" -eq 3
SSH_CONNECTION='198.51.100.1 50000 192.0.2.10 22' run --network 10.30.0.0/16
check 'a session by another route is no hindrance' test "$status" -eq 0
run --network 2001:db8:5::/48
check 'an IPv6 route is removed' test -n "$(calls '^ip -6 route del 2001:db8:5::/48 ')"
run --network 10.80.0.0/16
check 'what ip prints of its state is not handed back to it' test -n "$(calls '^ip -4 route del 10.80.0.0/16 via 192.0.2.1 dev eth1 proto static metric 5$')"
run --network 10.70.0.0/16
check 'a route of a routing program is refused' bash -c '[ "$1" -eq 3 ] && grep -q "bird made it" <<<"$2"' _ "$status" "$err"
run --network 192.0.2.0/24
check 'a route of an own address is refused' test "$status" -eq 3
run --network 10.40.0.0/16
check 'several routes are refused' test "$status" -eq 3
run --network 10.60.0.0/16
check 'a route to the gateway of another is refused' test "$status" -eq 3
run --network 128.0.0.0/1
check 'half of the addresses are no default route' grep -q '^nothing to do' <<<"$out"
run --network 0.0.0.0/0
check 'the default route is refused' test "$status" -eq 2
cp .first .routes
touch .deaf
run --network 10.20.0.0/16
check 'a route that stays is a failure' test "$status" -eq 1
echo 1000 >.uid
run --network 10.20.0.0/16
check 'without root it is refused' test "$status" -eq 3
run --network 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --network '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
full() { status=0; out=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" "$@" </dev/null 2>&1) | cat) || status=$?; }
echo 0 >.uid
cp .first .routes
echo '0 0 192.0.2.10:22 10.30.1.1:50000' >.sockets
full --network 10.30.0.0/16 --dry-run
check 'without room for a file a session is seen, too' test "$status:$(grep -c 'an SSH session from 10.30.1.1 comes in by this route' <<<"$out")" = 3:1
finish
