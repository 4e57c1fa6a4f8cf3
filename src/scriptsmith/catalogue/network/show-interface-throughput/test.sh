#!/usr/bin/env bash
. "$HARNESS"

stub sleep <<<'touch .later'
stub date <<'EOF'
if [ -e .later ]; then echo 'time 1700000005000000000'; else echo 'time 1700000000000000000'; fi
EOF
stub ip <<'EOF'
[ "$1 $2 $3 $4" = '-s -o link show' ] || exit 255
[ ! -e .later ] || [ ! -e .vanish ] || exit 1
m=0; [ ! -e .later ] || m=1
line() { printf '%s: %s: <BROADCAST,UP,LOWER_UP> mtu 1500 qdisc fq state UP\\    link/ether 02:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff\\    RX:  bytes packets errors dropped  missed   mcast           \\    %s \\    TX:  bytes packets errors dropped carrier collsns           \\    %s \n' "$@"; }
case "${6:-all}" in
  all | eth0) line 2 eth0 "$((9000000000 + m * 1250000)) $((100 + m * 500)) 0 0 0 0" "$((100 + m * 12500000)) $((7 + m * 1000)) 0 0 0 0" ;;&
  all | eth1) line 3 eth1@if7 "$((m * 250000000)) $((m * 5)) 0 0 0 0" '0 0 0 0 0 0' ;;&
  all | eth0 | eth1) ;;
  *) exit 1 ;;
esac
EOF

mkdir -p sys/class/net/eth0 sys/class/net/eth1
echo 100 >sys/class/net/eth0/speed; echo -1 >sys/class/net/eth1/speed
run --sys sys
check 'how much of the link it takes is told' grep -Eq '^eth0 .* out  \(20% of 100 Mbit/s\)$' <<<"$out"
check 'but not where the speed is not known' grep -Eq '^eth1 .* out$' <<<"$out"
rm .later
run --sys none
check 'it succeeds' test "$status" -eq 0
check 'received traffic is measured' grep -Eq '^eth0 +2.00 Mbit/s in +20.00 Mbit/s out +100 packets/s in +200 out$' <<<"$out"
check 'the busiest comes first' grep -Eq '^eth1 +400.00 Mbit/s in +0.00' <<<"${out%%$'\n'*}"
check 'it measures for 5 seconds' test -n "$(calls '^sleep 5$')"
rm .later
run --interface eth0 --seconds 10
check 'one interface alone' test "$(wc -l <<<"$out")" -eq 1
check 'the time is used' test -n "$(calls '^sleep 10$')"
rm .later
touch .vanish
run --interface eth0
check 'an interface that goes away is a failure' test "$status" -eq 1
rm .later .vanish
run --interface eth9
check 'a missing interface is refused' test "$status" -eq 3
run --seconds 0
check 'no time is refused' test "$status" -eq 2
run --interface
check 'an interface must be named' test "$status" -eq 2
run --interface 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --interface '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
