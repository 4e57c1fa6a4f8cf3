#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant 65a71c1f: a number is above 0 whatever it is read in

stub sysctl <<'EOF'
[ "$1" = -n ] && [ $# -eq 2 ] || exit 255
case $2 in
  *.nf_conntrack_count) cat .count ;;
  *.nf_conntrack_max) cat .max ;;
  *.nf_conntrack_buckets) cat .buckets ;;
  *.nf_conntrack_tcp_timeout_established) echo 432000 ;;
  *) exit 255 ;;
esac
EOF
echo 250000 >.count
echo 262144 >.max
echo 65536 >.buckets

run
check 'a table that is nearly full is a failure' test "$status" -eq 1
check 'the numbers are shown' grep -qx 'tracked connections: 250000 of at most 262144 (95%)' <<<"$out"
check 'it is told' grep -q '^NEARLY FULL: more than 80%' <<<"$out"
check 'the time of idle connections is told' grep -qx 'tcp_timeout_established: 432000 s' <<<"$out"
check 'the buckets are told' grep -qx 'hash buckets: 65536, 3 connections for each' <<<"$out"
run --percent 96
check 'the percentage counts' bash -c '[ "$1" -eq 0 ] && grep -q "^in order" <<<"$2"' _ "$status" "$out"
echo 12 >.count
run
check 'a table with room is in order' test "$status" -eq 0
check 'a value that is not there is left out' test -z "$(grep time_wait <<<"$out")"
echo 0 >.max
run
check 'a limit of nothing is a failure' test "$status" -eq 1
check 'and is told' grep -q 'the limit is 0$' <<<"$err"
echo 0 >.count
echo 1 >.max
echo 1 >.buckets
run
check 'a limit of one is a limit' test "$status:$(head -n 1 <<<"$out")" = '0:tracked connections: 0 of at most 1 (0%)'
check 'and one bucket is one' grep -qx 'hash buckets: 1, 0 connections for each' <<<"$out"
echo 0 >.buckets
run
check 'no bucket is left out' test "$status:$(grep -c buckets <<<"$out")" = 0:0
echo 12 >.count
echo 'a[$(touch pwned)]' >.max
run
check 'nonsense from the kernel is a failure' bash -c '[ "$1" -eq 1 ] && [ ! -e pwned ]' _ "$status"
check 'and is told' grep -qF "the kernel says '12' of 'a[" <<<"$err"
echo 262144 >.max
echo '-5' >.count
run
check 'so is a number that is none' test "$status:$out:$(grep -c "the kernel says '-5' of '262144'" <<<"$err")" = 1::1
rm .max
run
check 'a limit that cannot be read is a failure' test "$status" -eq 1
rm .count
run
check 'no tracking is refused' test "$status" -eq 3
echo 12 >.count; echo 262144 >.max
printf 'entries  clashres found new invalid ignore delete chainlength insert insert_failed drop early_drop icmp_error\n' >stat
printf '0000000c  0000000a 00000000 00000009 0000000f 00000000 00000000 00000000 00000000 00000003 %s %s 00000007\n' 00000000 00000000 >>stat
run --stat stat
check 'a table that lost nothing is in order' test "$status:$(grep -cx 'since the start: 0 dropped, 0 thrown out early, 3 not inserted for a clash' <<<"$out"):$(tail -n 1 <<<"$out")" = '0:1:in order: not more than 80% is used'
cp stat clean
row() { printf '0000000c  0000000a 00000000 00000009 0000000f 00000000 00000000 00000000 00000000 %s %s %s 00000007\n' "$@" >>stat; }
row 00000003 0000001f 0000000a
run --stat stat
check 'what every CPU lost is added up' grep -qx 'since the start: 31 dropped, 10 thrown out early, 6 not inserted for a clash' <<<"$out"
check 'a table that has been full is not in order' grep -qx 'ROOM NOW, but it has been full before: not more than 80% is used' <<<"$out"
check 'with room now it is no failure' test "$status" -eq 0
for each in '1d 20 0:in order: not more than 80% is used; the drops may all be clashes' '1d 21 0:ROOM NOW' '1d 0 1:ROOM NOW'; do
  read -r -a counts <<<"${each%%:*}"
  cp clean stat; row "${counts[@]}"
  run --stat stat
  check "drops are told from clashes: $each" bash -c '[[ $(tail -n 1 <<<"$1") == "$2"* ]]' _ "$out" "${each#*:}"
done
run --stat nowhere
check 'where it is not counted, it is not known' grep -q 'whether it has been full before is not known$' <<<"$err"
echo 'a[$(touch pwned)]' >>stat
run --stat stat
check 'nonsense there runs nothing' test "$status" -eq 0 -a ! -e pwned
run --percent 0
check 'no percentage is refused' test "$status" -eq 2
run --percent 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --percent '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
