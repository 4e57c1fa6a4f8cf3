#!/usr/bin/env bash
. "$HARNESS"

echo '10.7.0.0/16 via 192.0.2.9 dev eth0' >.routes
echo 0 >.uid
stub id <<<'cat .uid'
stub ss <<<'case "$*" in *--udp*) cat .udp ;; *) cat .sockets ;; esac'
: >.udp
: >.sockets
stub ip <<'EOF'
f=$1; shift
case "$f $*" in
  -[46]\ 'route show exact '*) grep "^$4 " .routes || true ;;
  -[46]\ '-o route get '*)
    case $4 in
      192.0.2.1) echo '192.0.2.1 dev eth0 src 192.0.2.10 uid 0 \    cache ' ;;
      192.0.2.10) echo 'local 192.0.2.10 dev lo src 192.0.2.10 uid 0 \    cache <local> ' ;;
      2001:db8::1) echo '2001:db8::1 from :: dev eth0 src 2001:db8::9 metric 256 pref medium' ;;
      8.8.8.8) echo '8.8.8.8 via 192.0.2.1 dev eth0 src 192.0.2.10 uid 0 \    cache ' ;;
      *) echo 'RTNETLINK answers: Network is unreachable' >&2; exit 2 ;;
    esac ;;
  -[46]\ 'route add '*)
    [ "$3" != 10.66.0.0/16 ] || { echo 'Error: Invalid prefix for given prefix length.' >&2; exit 2; }
    [ -e .deaf ] || echo "$3 via $5 dev $7 " >>.routes ;;
  *) exit 255 ;;
esac
EOF
cp .routes .first

run --network 10.20.0.0/16 --gateway 192.0.2.1 --dry-run
check 'a dry run says what it would do' grep -qx 'would add: 10.20.0.0/16 via 192.0.2.1 dev eth0' <<<"$out"
check 'a dry run changes nothing' cmp .routes .first
run --network 10.20.0.0/16 --gateway 192.0.2.1
check 'it succeeds' test "$status" -eq 0
check 'the route is there' grep -q '^10.20.0.0/16 via 192.0.2.1 dev eth0' .routes
run --network 10.20.0.0/16 --gateway 192.0.2.1
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and adds nothing' test "$(calls 'route add' | wc -l)" -eq 1
run --network 2001:db8:5::/48 --gateway 2001:db8::1
check 'an IPv6 route is added' test -n "$(calls '^ip -6 route add 2001:db8:5::/48 via 2001:db8::1 dev eth0')"
run --network 10.7.0.0/16 --gateway 192.0.2.1
check 'another route is not replaced' test "$status" -eq 3
run --network 10.8.0.0/16 --gateway 8.8.8.8
check 'a gateway behind a gateway is refused' test "$status" -eq 3
run --network 10.8.0.0/16 --gateway 192.0.2.10
check 'the own address is no gateway' test "$status" -eq 3
run --network 10.1.2.3/8 --gateway 192.0.2.1
check 'bits behind the length are refused' test "$status" -eq 2
run --network 128.0.0.0/1 --gateway 192.0.2.1
check 'half of the world is refused' test "$status" -eq 2
run --network 192.0.2.0/25 --gateway 192.0.2.1
check 'a gateway in the network itself is refused' test "$status" -eq 3
echo '0 0 192.0.2.10:22 8.8.8.8:50000' >.sockets
run --network 8.8.8.0/24 --gateway 192.0.2.1
check 'a session by the same gateway is no hindrance' test "$status" -eq 0
echo '0 0 192.0.2.10:22 9.9.9.9:50000' >.sockets
run --network 9.9.9.0/24 --gateway 192.0.2.1
check 'the way of a session is not turned' test "$status" -eq 3
: >.sockets
run --network 10.66.0.0/16 --gateway 192.0.2.1
check 'a route that is not taken is a failure' test "$status" -eq 1
touch .deaf
run --network 10.8.0.0/16 --gateway 192.0.2.1
check 'a route that does not appear is a failure' test "$status" -eq 1
run --network 0.0.0.0/0 --gateway 192.0.2.1
check 'the default route is refused' test "$status" -eq 2
run --network 10.8.0.0/33 --gateway 192.0.2.1
check 'a length out of range is refused' test "$status" -eq 2
run --network 10.8.0.0/16 --gateway fe80::1
check 'mixed families are refused' test "$status" -eq 2
run --network 2001:db8:40::/48 --gateway fe80::1
check 'a link-local gateway is refused, with the reason' test "$status:$(grep -c 'without its interface' <<<"$err")" = 2:1
run --help
check 'and the usage says so' grep -q 'link-local' <<<"$out"
echo 1000 >.uid
run --network 10.8.0.0/16 --gateway 192.0.2.1
check 'without root it is refused' test "$status" -eq 3
run --gateway 192.0.2.1 --network 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --gateway 192.0.2.1 --network '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
