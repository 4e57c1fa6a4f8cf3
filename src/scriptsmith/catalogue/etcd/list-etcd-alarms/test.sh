#!/usr/bin/env bash
. "$HARNESS"

stub etcdctl <<'EOF'
[ "$ETCDCTL_API" = 3 ] || { echo 'Error: unknown flag: --dial-timeout' >&2; exit 1; }
[ "$*" = '--dial-timeout=5s --command-timeout=10s alarm list --write-out=simple' ] || { echo "Error: unknown flag $*" >&2; exit 128; }
echo "env $ETCDCTL_ENDPOINTS $ETCDCTL_KEY" >>"$STUB_LOG"
[ ! -e dead ] || { echo 'Error: context deadline exceeded' >&2; exit 1; }
cat alarms 2>/dev/null || true
EOF
printf 'memberID:9372538179322589801 alarm:NOSPACE \nmemberID:10501334649042878790 alarm:CORRUPT \nmemberID:5 alarm:ODD\033[31m \n' >alarms
run
check 'it succeeds' test "$status" -eq 0
check 'an alarm is listed with its meaning' grep -q '^memberID:9372538179322589801 alarm:NOSPACE (the database has reached its quota' <<<"$out"
check 'a corrupt member is told apart' grep -q 'CORRUPT (.*do not disarm)$' <<<"$out"
check 'an unknown one is told, without control characters' grep -q 'ODD?\[31m (not known' <<<"$out"
check 'they are counted' grep -qx '3 alarms' <<<"$out"
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
