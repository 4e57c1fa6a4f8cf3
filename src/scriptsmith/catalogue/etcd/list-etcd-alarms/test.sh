#!/usr/bin/env bash
. "$HARNESS"

stub etcdctl <<'EOF'
[ "$ETCDCTL_API" = 3 ] || { echo 'Error: unknown flag: --dial-timeout' >&2; exit 1; }
[ "$*" != '--dial-timeout=5s --command-timeout=10s member list --write-out=simple' ] || { [ ! -e mute ] || exit 1; cat members; exit; }
[ "$*" = '--dial-timeout=5s --command-timeout=10s alarm list --write-out=simple' ] || { echo "Error: unknown flag $*" >&2; exit 128; }
echo "env $ETCDCTL_ENDPOINTS $ETCDCTL_KEY" >>"$STUB_LOG"
[ ! -e dead ] || { echo 'Error: context deadline exceeded' >&2; exit 1; }
cat alarms 2>/dev/null || true
EOF
printf 'memberID:9372538179322589801 alarm:NOSPACE \nmemberID:10501334649042878790 alarm:CORRUPT \nmemberID:5 alarm:ODD\033[31m \n' >alarms
printf '8211f1d0f64f3269, started, etcd-1, https://10.0.0.1:2380, https://10.0.0.1:2379, false\n91bc3c398fb3c146, started, etcd-2, https://10.0.0.2:2380, https://10.0.0.2:2379, false\n' >members
run
check 'it succeeds' test "$status" -eq 0
check 'an alarm is listed with its meaning' grep -qF 'memberID:9372538179322589801 alarm:NOSPACE 8211f1d0f64f3269, etcd-1, https://10.0.0.1:2379 (the database has reached its quota' <<<"$out"
check 'with the name of the member' grep -qF '91bc3c398fb3c146, etcd-2, https://10.0.0.2:2379 (the data of the members differ' <<<"$out"
check 'a member that is not listed has its id alone' grep -q '^memberID:5 .* 5 (not known' <<<"$out"
check 'a corrupt member is told apart' grep -q 'CORRUPT .*(.*do not disarm before)$' <<<"$out"
check 'that the member named may be good is told, and how to see it' grep -q 'CORRUPT .*the one named here may be good: .*endpoint hashkv --cluster --rev ' <<<"$out"
check 'an unknown one is told, without control characters' grep -q 'ODD?\[31m 5 (not known' <<<"$out"
check 'they are counted' grep -qx '3 alarms' <<<"$out"
touch mute; run; rm mute
check 'alarms are told without the names too' bash -c 'grep -q "^3 alarms$" <<<"$1" && grep -q "members cannot be listed" <<<"$2"' _ "$out" "$err"
printf 'memberID:0 alarm:CORRUPT \n' >alarms; run
check 'the member 0 is none' grep -qE '^memberID:0 alarm:CORRUPT +\(the data' <<<"$out"
rm alarms; run
check 'none is fine' test "$status:$out" = '0:0 alarms'
mkdir pki; touch pki/ca.crt pki/server.crt pki/server.key
run --endpoints http://10.0.0.1:2379 --pki pki
check 'endpoints and keys reach etcdctl by the environment' test -n "$(calls '^env http://10.0.0.1:2379 pki/server.key$')"
touch dead; run
check 'an etcd that does not answer is a failure' test "$status" -eq 1
rm pki/ca.crt; run --pki pki
check 'missing certificates are refused' test "$status" -eq 3
run --endpoints
check 'an option needs its value' test "$status" -eq 2

run --endpoints 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --endpoints '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
