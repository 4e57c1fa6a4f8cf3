#!/usr/bin/env bash
. "$HARNESS"

stub ping <<'EOF'
[ "$1 $2 $3 $5 $6" = '-n -q -c -W 2' ] && [ "$#" = 7 ] || { echo 'ping: invalid argument' >&2; exit 2; }
n=$4 host=${!#}
report() { # RECEIVED LOSS
  printf 'PING %s (192.0.2.1) 56(84) bytes of data.\n\n--- %s ping statistics ---\n' "$host" "$host"
  printf '%d packets transmitted, %d received, %s%% packet loss, time 9012ms\n' "$n" "$1" "$2"
}
case $host in
  good) report "$n" 0; echo 'rtt min/avg/max/mdev = 0.311/0.452/0.900/0.101 ms' ;;
  slow) report "$n" 0; echo 'rtt min/avg/max/mdev = 90.311/120.452/200.900/30.101 ms' ;;
  lossy) report $((n - 1)) 3.3; echo 'rtt min/avg/max/mdev = 1.3/2.4/3.9/0.1 ms' ;;
  busy) printf '%d packets transmitted, %d packets received, 0%% packet loss\nround-trip min/avg/max = 0.3/0.4/0.9 ms\n' "$n" "$n" ;;
  dead) report 0 100; exit 1 ;;
  *) echo "ping: $host: Name or service not known" >&2; exit 2 ;;
esac
EOF

run --host good
check 'no loss succeeds' test "$status" -eq 0
check 'the loss is told' grep -qx 'good: 10 sent, 0 lost (0%)' <<<"$out"
check 'the times are told' grep -qx 'round trip: 0.452 ms on average, 0.311 to 0.900 ms, deviation 0.101 ms' <<<"$out"
check 'the number of pings and the limits are set' test -n "$(calls '^ping -n -q -c 10 -W 2 good$')"
run --host lossy --count 30
check 'a single loss is a failure' bash -c '[ "$1" -eq 1 ] && grep -qx "TOO MUCH LOSS: more than 0%" <<<"$2"' _ "$status" "$out"
check 'the number is handed on' grep -qx 'lossy: 30 sent, 1 lost (3%)' <<<"$out"
run --host lossy --count 30 --loss 5
check 'accepted loss succeeds' test "$status" -eq 0
run --host slow --latency 50
check 'a slow host is a failure' bash -c '[ "$1" -eq 1 ] && grep -qx "TOO SLOW: not below 50 ms on average" <<<"$2"' _ "$status" "$out"
run --host slow
check 'without a limit it is not' test "$status" -eq 0
run --host busy --latency 50
check 'the words of another ping are understood' bash -c '[ "$1" -eq 0 ] && grep -qx "round trip: 0.4 ms on average, 0.3 to 0.9 ms" <<<"$2"' _ "$status" "$out"
run --host dead
check 'silence is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "answers no ping" <<<"$2"' _ "$status" "$err"
run --host unknown
check 'an unknown name is told' grep -q 'Name or service not known' <<<"$err"
run
check 'the host is required' test "$status" -eq 2
run --host -f
check 'an option is no host' test "$status" -eq 2
run --host good --count 0
check 'no pings are refused' test "$status" -eq 2
run --host 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --host '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --host good >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
