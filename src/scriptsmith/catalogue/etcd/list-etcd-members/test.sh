#!/usr/bin/env bash
. "$HARNESS"

stub etcdctl <<'EOF'
[ "$ETCDCTL_API" = 3 ] || { echo 'Error: unknown flag: --dial-timeout' >&2; exit 1; }
[ "$1 $2" = '--dial-timeout=5s --command-timeout=10s' ] || { echo "Error: unknown flag $*" >&2; exit 128; }
shift 2
case "$(cat mode 2>/dev/null):$*" in
  dead:*) echo 'Error: context deadline exceeded' >&2; exit 1 ;;
  silent:*) ;;
  *':member list --write-out=simple')
    echo '8211f1d0f64f3269, started, infra1, https://10.0.0.1:2380, https://10.0.0.1:2379, false'
    echo '91bc3c398fb3c146, started, infra2, https://10.0.0.2:2380, https://10.0.0.2:2379, false'
    echo 'fd422379fda50e48, unstarted, , https://10.0.0.3:2380, , false'
    printf 'aa422379fda50e48, started, new\033[31m, https://10.0.0.4:2380, https://10.0.0.4:2379,http://10.0.0.4:2379, true\n' ;;
  ':endpoint status --cluster --write-out=json')
    echo '[{"Endpoint":"https://10.0.0.1:2379","Status":{"header":{"member_id":9372538179322589801},"leader":10501334649042878790}},{"Endpoint":"https://10.0.0.2:2379","Status":{"header":{"member_id":10501334649042878790},"leader":10501334649042878790}}]'
    echo 'Failed to get the status of endpoint https://10.0.0.4:2379' >&2; exit 1 ;;
  'lonely:endpoint status --cluster --write-out=json') echo '[{"Endpoint":"https://10.0.0.1:2379","Status":{"header":{"member_id":5},"leader":6,"errors":["memberID:6 alarm:NOSPACE "]}},{"Endpoint":"https://10.0.0.2:2379","Status":{"header":{"member_id":6},"leader":6}},{"Endpoint":"https://10.0.0.4:2379","Status":{"header":{"member_id":7},"leader":6,"isLearner":true}},{"Endpoint":"https://10.0.0.3:2379","Status":{"header":{"member_id":8},"errors":["etcdserver: no leader\u001b"]}}]' ;;
  'headless:endpoint status --cluster --write-out=json') echo '[{"Endpoint":"https://10.0.0.1:2379","Status":{"header":{"member_id":5},"leader":0}},{"Endpoint":"https://10.0.0.9:2379","Status":{"header":{"member_id":5},"leader":0}}]' ;;
  *) exit 1 ;;
esac
EOF
run
check 'it succeeds though a member is down' test "$status" -eq 0
check 'a member is listed' grep -qx '8211f1d0f64f3269: infra1, peers https://10.0.0.1:2380, clients https://10.0.0.1:2379' <<<"$out"
check 'one that never joined is marked' grep -q '^fd422379fda50e48: .*NOT STARTED$' <<<"$out"
check 'a learner is marked' grep -q '^aa422379fda50e48: .*LEARNER$' <<<"$out"
check 'control characters are not printed' test "$(tr -d '\n' <<<"$out" | grep -c '[[:cntrl:]]')" -eq 0
check 'it is marked among the members' test "$(grep 'LEADER$' <<<"$out")" = '91bc3c398fb3c146: infra2, peers https://10.0.0.2:2380, clients https://10.0.0.2:2379, LEADER'
check 'the leader is named' grep -qx 'leader: https://10.0.0.2:2379' <<<"$out"
check 'of three that vote two answer: none may fail any more' grep -qx '4 members, 3 voting, 2 answer now, 2 of them vote and follow the leader; NONE MAY FAIL ANY MORE' <<<"$out"
echo headless >mode; run
check 'no leader is told' grep -qx 'leader: none' <<<"$out"
check 'a member with two addresses is one' grep -q '1 answer now, 0 of them .*; NO MAJORITY' <<<"$out"
check 'no majority is a failure' test "$status" -eq 1
echo lonely >mode; run
check 'a member that answers and has lost the others does not count' grep -qx '4 members, 3 voting, 4 answer now, 2 of them vote and follow the leader; NONE MAY FAIL ANY MORE' <<<"$out"
check 'what members report of themselves is told' test "$(grep ' reports: ' <<<"$out")" = 'https://10.0.0.1:2379 reports: memberID:6 alarm:NOSPACE 
https://10.0.0.3:2379 reports: etcdserver: no leader?'
echo unknown >mode; run
check 'without a status the members are still listed' grep -qx 'leader: unknown' <<<"$out"
check 'and nothing is said about failures' grep -q '4 members, 3 voting; .* is not known$' <<<"$err"
check 'which is a failure' test "$status" -eq 1
echo silent >mode; run
check 'an empty answer is a failure' test "$status" -eq 1
echo dead >mode; run
check 'an etcd that does not answer is a failure' test "$status" -eq 1
run --pki nowhere
check 'missing certificates are refused' test "$status" -eq 3

run --endpoints 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --endpoints '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
