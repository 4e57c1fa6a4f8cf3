#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant c4e490b2: an address with a zone, and none at all, lie in no network anyway
echo '10.7.0.0/16 via 192.0.2.9 dev eth0' >.routes
echo 0 >.uid
stub id <<<'cat .uid'
stub ss <<<'case "$*" in *--udp*) cat .udp ;; *) cat .sockets ;; esac' # both fail when the file is not there
: >.udp
: >.sockets
stub ip <<'EOF'
f=$1; shift
case "$f $*" in
  -[46]\ 'route show exact 10.99.'*) echo 'Error: Invalid prefix for given prefix length.' >&2; exit 1 ;;
  -[46]\ 'route show exact '*) grep "^$4 " .routes || true ;;
  -[46]\ '-o route get '*)
    case $4 in
      192.0.2.1) echo '192.0.2.1 dev eth0 src 192.0.2.10 uid 0 \    cache ' ;;
      192.0.2.10) echo 'local 192.0.2.10 dev lo src 192.0.2.10 uid 0 \    cache <local> ' ;;
      2001:db8:9::1) echo 'unreachable 2001:db8:9::1 dev lo table unspec proto kernel src 2001:db8::9 metric 4294967295 error -101 pref medium' ;;
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
refused() { # STATUS WORDS NETWORK GATEWAY ARG...: the run ends with that status and says those words, and adds nothing
  local want=$1 words=$2 network=$3 gateway=$4
  shift 4
  : >"$STUB_LOG"
  run --network "$network" --gateway "$gateway" "$@"
  check "ends with $want and says '$words': $network $gateway" test "$status:$(grep -cF -e "$words" <<<"$err"):$(calls 'route add')" = "$want:1:"
}
taken() { # NETWORK GATEWAY: a dry run would add it
  run --network "$1" --gateway "$2" --dry-run
  check "is taken: $1 $2" test "$status:$(grep -cxF "would add: $1 via $2 dev eth0" <<<"$out")" = 0:1
}

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
for server in sshd dropbear; do
  echo "0 0 192.0.2.10:2222 9.9.9.9:50000 users:((\"$server\",pid=7,fd=4))" >.sockets
  refused 3 'an SSH session comes from 9.9.9.9, in this network' 9.9.9.0/24 192.0.2.1
done
echo '0 0 192.0.2.10:443 9.9.9.9:50000 users:(("nginx",pid=7,fd=4))' >.sockets
taken 9.9.9.0/24 192.0.2.1
echo '0 0 127.0.0.1:22 127.0.0.1:50000' >.sockets
refused 3 'nobody can tell by which way you are logged in' 9.9.9.0/24 192.0.2.1
: >.sockets; echo 'UNCONN 0 0 0.0.0.0:60001 0.0.0.0:* users:(("mosh-server",pid=7,fd=3))' >.udp
refused 3 'nobody can tell by which way you are logged in' 9.9.9.0/24 192.0.2.1
rm .udp
refused 3 'nobody can tell by which way you are logged in' 9.9.9.0/24 192.0.2.1
: >.udp; rm .sockets
refused 3 'nobody can tell by which way you are logged in' 9.9.9.0/24 192.0.2.1
: >.sockets
# The bounds of lengths, and what an address is.
refused 2 'covers so much' 10.0.0.0/7 192.0.2.1
taken 11.0.0.0/8 192.0.2.1
taken 10.16.0.0/12 192.0.2.1
taken 10.8.1.2/32 192.0.2.1
refused 2 'the length is at most 32' 10.8.1.2/33 192.0.2.1
refused 2 'covers so much' fc00::/6 2001:db8::1
taken fc00::/7 2001:db8::1
taken 2001:db8:10::/44 2001:db8::1
taken 1:2:3:4:5:6:7:8/128 2001:db8::1
refused 2 'the length is at most 128' 2001:db8:5::/129 2001:db8::1
refused 2 'this would be a default route' 0.0.0.0/0 192.0.2.1
for bad in 10.8.0/16 010.8.0.0/16 256.0.0.0/16 1:2:3/16 2001:db8:12345::/48; do
  gateway=192.0.2.1; [[ $bad != *:* ]] || gateway=2001:db8::1
  refused 2 "--network takes ADDRESS/LENGTH, not '$bad'" "$bad" "$gateway"
done
refused 2 "--gateway takes an IP address, not '192.0.2.256'" 10.8.0.0/16 192.0.2.256
refused 2 'of different families' 2001:db8:5::/48 192.0.2.1
refused 2 'of different families' 10.8.0.0/16 2001:db8::1
refused 3 'lies in 64:ff9b::c0a8:c0a/128 itself' 64:ff9b::c0a8:c0a/128 64:ff9b::192.168.12.10
refused 3 'cannot be reached' 10.8.0.0/16 203.0.113.9
refused 3 'is this host' 2001:db8:7::/48 2001:db8:9::1
refused 3 'ip does not take the network' 10.99.0.0/16 192.0.2.1
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
run --network 2001:db8:5:::/48 --gateway 2001:db8::1
check 'a colon too many is refused' test "$status" -eq 2
run --network 2001:db8:40::/48 --gateway fe80::1
check 'a link-local gateway is refused, with the reason' test "$status:$(grep -c 'without its interface' <<<"$err")" = 2:1
run --help
check 'and the usage says so' grep -q 'link-local' <<<"$out"
echo 1000 >.uid
run --network 10.8.0.0/16 --gateway 192.0.2.1
check 'without root it is refused' test "$status" -eq 3
refused 3 'nobody can tell by which way you are logged in' 10.30.0.0/16 192.0.2.1 --dry-run
export SSH_CONNECTION='9.9.9.9 50000 192.0.2.10 22'
taken 10.30.0.0/16 192.0.2.1
refused 3 'an SSH session comes from 9.9.9.9, in this network' 9.9.9.0/25 192.0.2.1 --dry-run
refused 3 'this needs root' 10.30.0.0/16 192.0.2.1
unset SSH_CONNECTION
run --gateway 192.0.2.1 --network 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --gateway 192.0.2.1 --network '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
full() { status=0; out=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" "$@" </dev/null 2>&1) | cat) || status=$?; }
echo 0 >.uid
echo '0 0 192.0.2.10:22 9.9.9.9:50000' >.sockets
full --network 9.9.9.0/24 --gateway 192.0.2.1 --dry-run
check 'without room for a file a session is seen, too' test "$status:$(grep -c 'an SSH session comes from 9.9.9.9, in this network' <<<"$out")" = 3:1
finish
