#!/usr/bin/env bash
. "$HARNESS"

stub sleep <<<'if [ -e slow ]; then echo again >>slow; [ "$(wc -l <slow)" -lt 9 ] || rm sick slow; fi'
s() { printf '{"Endpoint":"https://10.0.0.%s:2379","Status":{"header":{"member_id":%s},"dbSize":%s,"dbSizeInUse":104857600,"leader":2}}' "$1" "$1" "$2"; }
{ echo "[$(s 1 524288000)"; echo ",$(s 2 524288000)"; echo ",$(s 3 105000000)]"; } >state
cp state full
for n in 1 2 3; do echo "$n, started, m$n, https://10.0.0.$n:2380, https://10.0.0.$n:2379, false"; done >members
stub etcdctl <<'EOF'
[ "$ETCDCTL_API" = 3 ] || { echo 'Error: unknown flag: --dial-timeout' >&2; exit 1; }
if [ "$*" = version ]; then cat version; exit; fi
[ "$1" = --dial-timeout=5s ] || { echo "Error: unknown flag $*" >&2; exit 128; }
echo "at $ETCDCTL_ENDPOINTS: $2 $3" >>"$STUB_LOG"
case "$3 $4 $5 $6" in
  'endpoint health --cluster --write-out=json')
    if [ -e sick ]; then echo '[{"endpoint":"a","health":true},{"endpoint":"b","health":false,"error":"context deadline exceeded"}]'; exit 1; fi
    if [ -e full-alarm ]; then echo '[{"endpoint":"a","health":false,"error":"Active Alarm(s): NOSPACE NOSPACE "}]'; exit 1; fi
    if [ -e corrupt ]; then echo '[{"endpoint":"a","health":false,"error":"Active Alarm(s): NOSPACE CORRUPT "}]'; exit 1; fi
    echo '[{"endpoint":"a","health":true}]' ;;
  'member list --write-out=simple ') cat members ;;
  'alarm list  ') [ ! -e unlisted ] || exit 1; cat alarms 2>/dev/null; exit 0 ;;
  'endpoint status --cluster --write-out=json') [ ! -e dead ] || { echo 'Failed to get the status: context deadline exceeded' >&2; exit 1; }; cat state; [ ! -e gone ] || exit 1 ;;
  'defrag   ') [ ! -e stuck ] || { echo 'Failed to defragment' >&2; exit 1; }
    sed -i "\#$ETCDCTL_ENDPOINTS#s/524288000/105000000/" state; [ ! -e breaks ] || touch sick; [ ! -e goes ] || touch gone
    [ ! -e lies ] || cp lies state
    echo "Finished defragmenting etcd member[$ETCDCTL_ENDPOINTS]" ;;
  *) exit 128 ;;
esac
EOF
printf 'etcdctl version: 3.3.25\nAPI version: 3.3\n' >version
run --dry-run
check 'an etcdctl that does not tell what is free is refused' bash -c '[ "$1" = 3 ] && grep -q "3.4 or newer is needed" <<<"$2"' _ "$status" "$err"
printf 'etcdctl version: 2.3.8\nAPI version: 2\n' >version
run --dry-run
check 'an older one too, and which it is is told' bash -c '[ "$1" = 3 ] && grep -q "etcdctl 2.3 does not tell" <<<"$2"' _ "$status" "$err"
echo 'No help topic for version' >version
run --dry-run
check 'one that does not know the question too' test "$status" -eq 3
printf 'etcdctl version: 4.0.1\nAPI version: 4.0\n' >version
run --dry-run
check 'a later one is taken' test "$status" -eq 0
printf 'etcdctl version: 3.4.0\nAPI version: 3.4\n' >version
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names the members, the leader last' test "$(tail -n 1 <<<"$out")" = 'would defragment: https://10.0.0.2:2379 (leader, 500 MiB)'
check 'before it begins it says what room the members need, and that they stand still' test "$(head -n 1 <<<"$out")" = 'note: for the new file a member needs up to 100 MiB more on the disk of its database, which cannot be seen from here; it answers nobody meanwhile'
check 'a dry run does nothing' test -z "$(calls ' defrag$')"
check 'of several members none is the only one' test -z "$(grep 'the only member' <<<"$err")"
: >"$STUB_LOG"; run --endpoints https://10.0.0.9:2379 --dry-run
check 'it can be told whom to ask' test "$(calls '^at ' | cut -d ' ' -f 2 | sort -u)" = https://10.0.0.9:2379:
mkdir pki; : >pki/ca.crt; : >pki/server.crt
run --pki pki --dry-run
check 'a directory without the key is refused' test "$status" -eq 3
# Of the first 25 % are free, of the second one byte less.
echo "[$(s 1 139810134),$(s 2 139810133),$(s 3 105000000)]" >state
run --percent 25 --dry-run
check 'a member with just the percentage free is taken, one with less is not' test "$(tail -n +2 <<<"$out")" = 'would defragment: https://10.0.0.1:2379 (follower, 133 MiB)'
cp members all; sed -n 2p all >members; echo "[$(s 2 524288000)]" >state
run --dry-run
check 'that everything stands still with a single member is told' bash -c '[ "$1" = 0 ] && grep -q "the only member, so etcd stands still" <<<"$2"' _ "$status" "$err"
cp all members
# What members say of themselves is never run.
sed '1s/.*dbSize":524288000/[{"Endpoint":"x\\nPATH[$(touch pwned)]|leader|y","Status":{"header":{"member_id":1},"dbSize":524288000/' full >state
run --dry-run
check 'a size that is none is a failure, and runs nothing' test "$status" -eq 1 -a ! -e pwned
cp full state; sed '1s/524288000/"PATH[$(touch pwned)]"/' full >lies
run
check 'nor one after the defragmentation' test "$status" -eq 1 -a ! -e pwned
rm lies; cp full state; : >"$STUB_LOG"
run
check 'it succeeds' test "$status" -eq 0
check 'a member is defragmented' grep -qx 'defragmented: https://10.0.0.1:2379 (follower), from 500 to 100 MiB' <<<"$out"
check 'without an alarm nothing is warned of' test -z "$err"
check 'one at a time, the leader last' test "$(calls '^at .*timeout=300s defrag$' | tr '\n' ' ')" = 'at https://10.0.0.1:2379: --command-timeout=300s defrag at https://10.0.0.2:2379: --command-timeout=300s defrag '
check 'one without free space is left alone' test "$(grep -c '10.0.0.3' <<<"$out")" -eq 0
run
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to do' <<<"$out")"
cp full state; touch stuck; run
check 'a member that cannot be defragmented is a failure' test "$status" -eq 1
check 'the next ones are left alone then' test "$(calls '^at .*defrag$' | wc -l)" -eq 3
rm stuck; touch goes; run
check 'a member that does not answer afterwards is a failure' test "$status" -eq 1 -a -z "$(grep defragmented: <<<"$out")"
rm goes gone; cp full state; touch breaks
sed -i '2s/524288000/105000000/' state; : >slow; run
check 'a member has time for ten looks to come back' test "$status" -eq 0
check 'and was not given up before' test ! -e slow
# equivalent mutant b404f262: the tenth look that finds it sick ends the run, there is none after it
cp full state; run
check 'a cluster that does not come back is a failure' test "$status" -eq 1 -a -n "$(grep 'not healthy after' <<<"$err")"
: >"$STUB_LOG"; cp full state; run
check 'a sick cluster is not touched' test "$status" -eq 3 -a -z "$(calls 'defrag$')"
rm sick; touch corrupt; run
check 'a corrupt member hinders it' test "$status" -eq 3
rm corrupt; cp members all; echo '4, unstarted, , https://10.0.0.4:2380, , false' >>members; run
check 'a member that never joined hinders it' test "$status" -eq 3 -a -z "$(calls 'defrag$')"
cp all members; touch full-alarm; run --dry-run
check 'the alarm that it helps against does not' test "$status" -eq 0 -a -n "$out"
rm -f breaks; cp full state; printf 'memberID:1 alarm:NOSPACE \nmemberID:2 alarm:NOSPACE \n' >alarms; run
check 'that it stays, and what takes it away, is told' test "$status:$(grep -cxF 'warning: alarms, with which etcd refuses to write: memberID:1 alarm:NOSPACE  memberID:2 alarm:NOSPACE ; when there is room again: etcdctl alarm disarm' <<<"$err")" = 0:1
run
check 'also where there is nothing to do' test "$status:$(grep -c '^nothing to do' <<<"$out"):$(grep -c 'alarm disarm' <<<"$err")" = 0:1:1
rm alarms; touch unlisted; run
check 'alarms that cannot be listed are told' grep -q 'they cannot be listed' <<<"$err"
rm unlisted
rm full-alarm; touch dead; run
check 'what etcdctl complains of is shown' grep -q 'context deadline exceeded' <<<"$err"
check 'a cluster that is not whole is not touched' test "$status" -eq 3
run --percent 100
check 'a wrong percentage is refused' test "$status" -eq 2

run --endpoints 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --endpoints '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
