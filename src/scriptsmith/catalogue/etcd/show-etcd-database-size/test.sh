#!/usr/bin/env bash
. "$HARNESS"

stub etcdctl <<'EOF'
[ "$ETCDCTL_API" = 3 ] || { echo 'Error: unknown flag: --dial-timeout' >&2; exit 1; }
[ "$1 $2" = '--dial-timeout=5s --command-timeout=10s' ] || { echo "Error: unknown flag $*" >&2; exit 128; }
shift 2
case "$(cat mode 2>/dev/null):$*" in
  ':endpoint status --cluster --write-out=json') echo '[{"Endpoint":"https://10.0.0.1:2379","Status":{"header":{"member_id":111,"revision":90500},"version":"3.5.9","dbSize":1073741824,"dbSizeInUse":268435456,"leader":222,"raftTerm":5}},{"Endpoint":"https://10.0.0.2:2379","Status":{"header":{"member_id":222,"revision":90510},"version":"3.5.9","dbSize":1048576,"dbSizeInUse":1044480,"leader":222,"raftTerm":5,"errors":["memberID:222 alarm:NOSPACE "]}}]' ;;
  'part:endpoint status --cluster --write-out=json') echo '[{"Endpoint":"a","Status":{"header":{"member_id":1,"revision":2},"version":"3.6.0","dbSize":943718400,"dbSizeInUse":900000000,"dbSizeQuota":1073741824,"leader":1}},{"Endpoint":"b","Status":{"header":{"member_id":2,"revision":2},"version":"3.3.27","dbSize":943718400,"leader":1}}]'; echo 'Failed to get the status' >&2; exit 1 ;;
  :member*) printf '1, started, a, x, y, false\n2, started, b, x, y, false\n' ;;
  part:member*) exit 1 ;;
  silent:*) ;;
  *) echo 'Error: context deadline exceeded' >&2; exit 1 ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'a member is shown with what there is to gain' grep -qx 'https://10.0.0.1:2379: 1024 MiB, 256 MiB in use, 768 MiB to gain, 50% of the quota of 2048 MiB (given or assumed, not told by the server)' <<<"$out"
check 'small ones are shown with a digit more' grep -q '^https://10.0.0.2:2379: 1 MiB, 0.9 MiB in use, 0 MiB to gain, 0% of' <<<"$out"
check 'the leader is told' grep -qx '  version 3.5.9, revision 90510, leader' <<<"$out"
check 'an error of a member is shown' grep -q '^  ERROR: memberID:222 alarm:NOSPACE' <<<"$out"
check 'they are counted' grep -qx '2 of 2 members answer' <<<"$out"
run --quota 01100
check 'another quota may be given' grep -q '93% of the quota of 1100 MiB (given or assumed, not told by the server)  NEARLY FULL$' <<<"$out"
echo part >mode; run
check 'a member that is down does not hide the others' test "$status" -eq 0 -a -n "$(grep '^2 members answer, of a number' <<<"$out")"
check 'a quota that the server tells is taken' grep -q '87% of the quota of 1024 MiB  NEARLY FULL$' <<<"$out"
check 'what an old server does not tell is not made up' grep -q '^b: 900 MiB, in use not told, 43% of the quota of 2048 MiB' <<<"$out"
echo silent >mode; run
check 'an empty answer is a failure' test "$status" -eq 1
echo dead >mode; run
check 'an etcd that does not answer is a failure' test "$status" -eq 1
run --quota 0
check 'no quota at all is refused' test "$status" -eq 2

run --endpoints 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --endpoints '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
