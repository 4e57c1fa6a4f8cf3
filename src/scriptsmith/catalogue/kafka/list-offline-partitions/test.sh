#!/usr/bin/env bash
. "$HARNESS"

stub kafka-topics.sh <<'STUB'
if [[ $* == *' --list' ]]; then
  case $2 in fine:*) [ ! -e deaf ] || exit 1; echo one ;; blind:*) ;; *) printf 'orders\naudit\n\nlogs\n' ;; esac
  exit
fi
[[ $* == *'--describe --unavailable-partitions' ]] || { echo 'unrecognized option' >&2; exit 1; }
case $2 in
  down:*) echo 'Error while executing topic command : Not authorized'; exit 1 ;;
  hang:*) exit 124 ;;
  fine:* | blind:*) ;;
  *) printf '\tTopic: orders\tPartition: 3\tLeader: none\tReplicas: 2,3\tIsr: 3\n'
    printf '\tTopic: orders\tPartition: 4\tLeader: none\tReplicas: 3,2\tIsr: \tElr: 3\tLastKnownElr: \n'
    printf '\tTopic: audit\tPartition: 0\tLeader: -1\tReplicas: 4\tIsr: \n' ;;
esac
STUB

run
check 'a partition is listed with who can bring it back' grep -qx 'orders partition 3: replicas on 2,3, last in sync 3' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'eligible leaders of newer versions count too' grep -qx 'orders partition 4: replicas on 3,2, last in sync 3' <<<"$out"
check 'nobody known is said' grep -qx 'audit partition 0: replicas on 4, last in sync unknown' <<<"$out"
check 'brokers are counted' grep -qx 'broker 3 would bring 2 of them back' <<<"$out"
check 'all is counted' grep -qx '3 offline partitions in 2 of the 3 topics that this client may describe' <<<"$out"
check 'the default broker is asked' test -n "$(calls '--bootstrap-server localhost:9092 ')"
run --bootstrap-server fine:9094
check 'none is said plainly' bash -c '[ "$1" -eq 0 ] && [ "$2" = "0 offline partitions in 0 of the 1 topics that this client may describe" ]' _ "$status" "$out"
touch deaf; run --bootstrap-server fine:9094
check 'topics that cannot be listed are a failure' test "$status:$out" = 1:
rm deaf; run --bootstrap-server blind:9094
check 'who sees no topic learns that' test "$out" = '0 offline partitions in 0 of the 0 topics that this client may describe'
check 'the named broker is asked' test -n "$(calls '--bootstrap-server fine:9094 ')"
run --bootstrap-server down
check 'a broker that fails is not taken for health, and the reason is told' test "$status:$(grep -c 'Not authorized' <<<"$err")" = 1:1
run --bootstrap-server hang
check 'nor is one that hangs' bash -c '[ "$1" -eq 1 ] && grep -q "no answer" <<<"$2"' _ "$status" "$err"
run --bootstrap-server localhost:x
check 'a bad port is refused' test "$status" -eq 2
run --bootstrap-server 'a b'
check 'a host with a space is refused' test "$status" -eq 2
run --bootstrap-server '$(touch pwned)'
check 'a hostile host is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/kafka-topics.sh
run
check 'a missing tool is refused' test "$status" -eq 3
finish
