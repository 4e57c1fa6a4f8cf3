#!/usr/bin/env bash
. "$HARNESS"

stub etcdctl <<'EOF'
[ "$ETCDCTL_API" = 3 ] || { echo 'Error: unknown flag: --dial-timeout' >&2; exit 1; }
if [ "$*" = version ]; then cat version; exit; fi
[ "$1 $2" = '--dial-timeout=5s --command-timeout=10s' ] || { echo "Error: unknown flag $*" >&2; exit 128; }
shift 2
echo "env $ETCDCTL_ENDPOINTS $ETCDCTL_CACERT" >>"$STUB_LOG"
case "$(cat mode 2>/dev/null):$*" in
  ':endpoint health --cluster --write-out=json') echo '[{"endpoint":"https://10.0.0.1:2379","health":true,"took":"2.1ms"},{"endpoint":"https://10.0.0.2:2379","health":true,"took":"3ms"}]' ;;
  'sick:endpoint health --cluster --write-out=json') echo '[{"endpoint":"https://10.0.0.1:2379","health":true,"took":"2.1ms"},{"endpoint":"https://10.0.0.2:2379","health":false,"took":"5.0s","error":"context\u001b deadline exceeded"}]'; echo 'Error: unhealthy cluster' >&2; exit 1 ;;
  'lost:endpoint health --write-out=json') echo '[{"endpoint":"127.0.0.1:2379","health":true,"took":"2ms"}]' ;;
  lost:*) echo 'Error: context deadline exceeded' >&2; exit 1 ;;
  *':member list --write-out=simple') cat members ;;
  *':alarm list --write-out=simple') cat alarms ;;
  shared:*) echo '[{"endpoint":"http://localhost:2379","health":true,"took":"2ms"},{"endpoint":"http://localhost:2379","health":true,"took":"2ms"}]' ;;
  *) echo 'Error: context deadline exceeded' >&2; exit 1 ;;
esac
EOF
printf '1, started, a, https://10.0.0.1:2380, https://10.0.0.1:2379, false\n2, started, b, https://10.0.0.2:2380, https://10.0.0.2:2379, false\n' >members
: >alarms
printf 'etcdctl version: 3.3.25\nAPI version: 3.3\n' >version
run
check 'an etcdctl that does not tell the health as data is refused' bash -c '[ "$1" = 3 ] && grep -q "3.4 or newer is needed" <<<"$2"' _ "$status" "$err"
echo 'No help topic for version' >version
run
check 'one that does not know the question too' test "$status" -eq 3
printf 'etcdctl version: 3.4.0\nAPI version: 3.4\n' >version
run
check 'a healthy cluster succeeds' test "$status" -eq 0
check 'each member is shown' grep -qx 'healthy: https://10.0.0.2:2379, took 3ms' <<<"$out"
check 'they are counted' grep -qx '2 of 2 members are healthy' <<<"$out"
mkdir pki; touch pki/ca.crt pki/server.crt pki/server.key
run --endpoints https://10.0.0.1:2379,https://10.0.0.2:2379 --pki pki
check 'endpoints and certificates reach etcdctl by the environment' test -n "$(calls '^env https://10.0.0.1:2379,https://10.0.0.2:2379 pki/ca.crt$')"
cp members both; echo '3, unstarted, , https://10.0.0.3:2380, , false' >>members; run
check 'a member that never joined is not healthy' test "$status" -eq 1 -a -n "$(grep -x '2 of 3 members are healthy' <<<"$out")"
cp both members; echo 'memberID:1 alarm:NOSPACE ' >alarms; run
check 'an alarm is a failure' test "$status" -eq 1 -a -n "$(grep '^ALARM: memberID:1 alarm:NOSPACE' <<<"$out")"
: >alarms; echo shared >mode; run
check 'members behind one address are not all asked' test "$status" -eq 1 -a -n "$(grep 'share 1 addresses' <<<"$err")"
echo sick >mode; run
check 'a sick member is a failure' test "$status" -eq 1
check 'it is named with the error, without control characters' grep -qx 'NOT HEALTHY: https://10.0.0.2:2379, took 5.0s, context  deadline exceeded' <<<"$out"
check 'the sick ones are counted' grep -qx '1 of 2 members are healthy' <<<"$out"
echo lost >mode; run
check 'a cluster that cannot name its members is no healthy one' test "$status" -eq 1
check 'and that is said, with what else it may be' grep -q '(no quorum, or an address or certificates that do not fit: see --pki)' <<<"$err"
echo dead >mode; run
check 'an etcd that does not answer is a failure' test "$status" -eq 1 -a -z "$out"
rm pki/server.key; run --pki pki
check 'missing certificates are refused' test "$status" -eq 3
run --endpoints 10.0.0.1
check 'an address without a scheme is refused' test "$status" -eq 2

run --endpoints 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --endpoints '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
