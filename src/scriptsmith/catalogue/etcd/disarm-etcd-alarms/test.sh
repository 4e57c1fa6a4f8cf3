#!/usr/bin/env bash
. "$HARNESS"

echo 'memberID:9372538179322589801 alarm:NOSPACE ' >alarms
echo '[{"Endpoint":"https://10.0.0.1:2379","Status":{"dbSize":524288000}},{"Endpoint":"https://10.0.0.2:2379","Status":{"dbSize":1048576000}}]' >state
stub sleep </dev/null
stub etcdctl <<'EOF'
[ "$ETCDCTL_API" = 3 ] || { echo 'Error: unknown flag: --dial-timeout' >&2; exit 1; }
[ "$1 $2" = '--dial-timeout=5s --command-timeout=10s' ] || { echo "Error: unknown flag $*" >&2; exit 128; }
shift 2
[ ! -e dead ] || exit 1
case "$*" in
  'alarm list --write-out=simple') cat alarms ;;
  'endpoint status --cluster --write-out=json') cat state ;;
  'alarm disarm') [ ! -e locked ] || exit 1; cat alarms; [ -e back ] || : >alarms ;;
  *) exit 128 ;;
esac
EOF
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run shows the alarms' grep -q '^memberID:9372538179322589801 alarm:NOSPACE' <<<"$out"
check 'and says what it would do' grep -qx 'would disarm: the alarms above' <<<"$out"
check 'a dry run disarms nothing' test -s alarms
run --quota 1100
check 'while a database is full it is refused' test "$status" -eq 3 -a -s alarms
check 'and that database is named' grep -q 'https://10.0.0.2:2379 has 1000 of 1100 MiB' <<<"$err"
touch back; run
check 'an alarm that is back is a failure' test "$status" -eq 1
rm back; touch locked; run
check 'a disarming that fails is a failure' test "$status" -eq 1
rm locked; run
check 'it succeeds' test "$status" -eq 0
check 'the alarms are gone' test ! -s alarms
check 'and that is said' grep -qx 'disarmed: etcd has no alarm any more, so it takes writes' <<<"$out"
run
check 'a second run has nothing to do' test "$status:$out" = '0:nothing to disarm: etcd has no alarms'
echo 'memberID:7 alarm:CORRUPT ' >alarms; run
check 'a corrupt member is not silenced' test "$status" -eq 3 -a -s alarms
touch dead; run
check 'an etcd that does not answer is refused' test "$status" -eq 3
run --quota 0
check 'no quota at all is refused' test "$status" -eq 2

run --endpoints 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --endpoints '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
