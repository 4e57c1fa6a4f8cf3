#!/usr/bin/env bash
. "$HARNESS"

stub sleep <<<'touch .later'
stub ip <<'EOF'
[ "$1 $2 $3 $4" = '-s -o link show' ] || exit 255
more=0; [ ! -e .later ] || more=7
line() { printf '%s: %s: <BROADCAST,UP,LOWER_UP> mtu 1500 qdisc fq state UP mode DEFAULT group default qlen 1000\\    link/ether 02:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff\\    RX:  bytes packets errors dropped  missed   mcast           \\    %s \\    TX:  bytes packets errors dropped carrier collsns           \\    %s \n' "$@"; }
case "${6:-all}" in
  all | eth0) line 2 eth0 "9000 100 $((5 + more)) 3 0 12" '9000 100 0 0 2 0' ;;&
  all | eth1) line 3 eth1@if7 '9000 100 0 0 0 40' '9000 100 0 0 0 0' ;;&
  big) printf '5: big: <BROADCAST,UP,LOWER_UP> mtu 1500 qdisc fq state UP\\    RX:  bytes packets errors dropped  missed   mcast           \\    9000 100 0 %d 0 12 \\    TX:  bytes packets errors dropped carrier collsns           \\    9000 100 0 0 0 0 \n' $((5000000000 + more)) ;;&
  all | card)
    printf '%s' "$(line 4 card '9000 100 0 4 0 12' '9000 100 0 0 0 0')"
    printf '\\    vf 0     link/ether 02:00:00:00:00:09 brd ff:ff:ff:ff:ff:ff, spoof checking on\\    RX: bytes  packets  mcast   bcast   dropped \\    7000 70 5 66 77 \\    TX: bytes  packets   dropped \\    7000 70 88 \n' ;;&
  all | eth0 | eth1 | card | big) ;;
  *) echo "Device \"$6\" does not exist." >&2; exit 1 ;;
esac
EOF

run
check 'an interface with errors is a failure' test "$status" -eq 1
check 'its errors are shown' grep -Eqx 'eth0 +RX errors +5' <<<"$out"
check 'lost carriers are shown' grep -Eqx 'eth0 +TX carrier +2' <<<"$out"
check 'traffic is no error' test -z "$(grep -E 'mcast|bytes|packets' <<<"$out")"
check 'an interface without is not shown' test -z "$(grep eth1 <<<"$out")"
check 'what virtual functions of a card count is not told as its own' test "$(grep '^card' <<<"$out" | tr -s ' ')" = 'card RX dropped 4'
check 'they are counted' grep -qx '4 counters above 0 since the interface came up' <<<"$out"
run --threshold 4
check 'a threshold leaves out the small ones' grep -q '^1 counters above 4' <<<"$out"
run --seconds 10
check 'within a time only what is added counts' bash -c '[ "$1" -eq 1 ] && grep -Eqx "eth0 +RX errors +7" <<<"$2"' _ "$status" "$out"
check 'and the old ones do not' test -z "$(grep -E 'carrier|dropped' <<<"$out")"
check 'it waits that long' test -n "$(calls '^sleep 10$')"
rm .later
run --interface big
check 'a counter of ten digits is told in full' grep -Eqx 'big +RX dropped +5000000000' <<<"$out"
run --interface big --seconds 10
check 'and what is added to it is seen' grep -Eqx 'big +RX dropped +7' <<<"$out"
run --interface eth1
check 'an interface in order is no failure' test "$status" -eq 0
check 'and is told' grep -q '^no error or drop counter above 0' <<<"$out"
run --interface eth9
check 'a missing interface is refused' test "$status" -eq 3
run --seconds none
check 'a bad number is refused' test "$status" -eq 2
run --interface 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --interface '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
