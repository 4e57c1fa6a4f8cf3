#!/usr/bin/env bash
. "$HARNESS"

mkdir b
stub date <<<'echo 20260202T030000'
stub df <<'EOF'
echo Avail; cat free 2>/dev/null || echo 99999999999
EOF
stub etcdctl <<'EOF'
[ "$ETCDCTL_API" = 3 ] || { echo 'Error: unknown flag: --dial-timeout' >&2; exit 1; }
if [ "$*" = version ]; then cat version; exit; fi
[ "$1" != --dial-timeout=5s ] || shift 2
echo "at $ETCDCTL_ENDPOINTS: $1 $2" >>"$STUB_LOG"
case "$(cat mode 2>/dev/null):$*" in
  dead:*) exit 1 ;;
  'sick:endpoint health --write-out=json') echo '[{"endpoint":"https://10.0.0.1:2379","health":false,"error":"x"}]'; exit 1 ;;
  'alarm:endpoint health --write-out=json') echo '[{"endpoint":"https://10.0.0.3:2379","health":false,"error":"Active Alarm(s): NOSPACE "}]'; exit 1 ;;
  *':endpoint health --write-out=json') echo '[{"endpoint":"https://10.0.0.1:2379","health":false,"error":"x"},{"endpoint":"https://10.0.0.2:2379","health":true}]'; exit 1 ;;
  *':endpoint status --write-out=json') echo '[{"Endpoint":"https://10.0.0.2:2379","Status":{"dbSize":20971520}}]' ;;
  'fails:snapshot save '*) echo x >"$3.part"; echo 'Error: connection lost' >&2; exit 1 ;;
  *':snapshot save '*) echo data >"$3"; echo "Snapshot saved at $3" ;;
  'hollow:snapshot status '*) echo '{"hash":1,"revision":0,"totalKey":0,"totalSize":20480}' ;;
  'torn:snapshot status '*) exit 1 ;;
  *':snapshot status '*' --write-out=json') echo '{"hash":4031086527,"revision":90510,"totalKey":1203,"totalSize":20971520}' ;;
  *) exit 128 ;;
esac
EOF
printf 'etcdctl version: 3.3.25\nAPI version: 3.3\n' >version
run --destination b --dry-run
check 'an etcdctl that does not tell the health as data is refused' bash -c '[ "$1" = 3 ] && grep -q "3.4 or newer is needed" <<<"$2"' _ "$status" "$err"
echo 'No help topic for version' >version
run --destination b --dry-run
check 'one that does not know the question too' test "$status" -eq 3
printf 'etcdctl version: 3.6.1\nAPI version: 3.6\n' >version
run --destination b
check 'one that cannot verify it is refused before, without etcdutl' bash -c '[ "$1" = 3 ] && grep -q "etcdutl is not installed" <<<"$2" && [ -z "$(ls b)" ]' _ "$status" "$err"
printf 'etcdctl version: 3.4.0\nAPI version: 3.4\n' >version
run --destination b --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would save: 20 MiB of https://10.0.0.2:2379 to ./b/etcd-20260202T030000.db' <<<"$out"
check 'a dry run writes nothing' test -z "$(ls b)"
run --destination b
check 'it succeeds' test "$status" -eq 0
check 'the snapshot is there, for its owner alone' test "$(stat -c %a b/etcd-20260202T030000.db)" = 600
check 'of one healthy member' test -n "$(calls '^at https://10.0.0.2:2379: snapshot save$')"
check 'and what is in it is told' grep -qx 'saved: ./b/etcd-20260202T030000.db (0 MiB, 1203 keys, revision 90510, of https://10.0.0.2:2379)' <<<"$out"
run --destination b
check 'a file that exists is not overwritten' test "$status" -eq 3
rm b/*; echo fails >mode; run --destination b
check 'a snapshot that fails is a failure, and leaves nothing' test "$status" -eq 1 -a -z "$(ls b)"
echo hollow >mode; run --destination b
check 'a snapshot without keys is a failure' test "$status" -eq 1
rm b/*; echo torn >mode; run --destination b
check 'one that cannot be read back is a failure' test "$status" -eq 1
rm b/*; echo sick >mode; run --destination b
check 'without a healthy member it is refused' test "$status" -eq 3
echo dead >mode; run --destination b
check 'without an answer it is refused' test "$status" -eq 3
echo alarm >mode; run --destination b --dry-run
check 'a member without space can still be saved' test "$status" -eq 0
rm mode; echo 1000 >free; run --destination b
check 'without room on the disk it is refused' test "$status" -eq 3 -a -z "$(ls b)"
run --destination nowhere
check 'a missing directory is refused' test "$status" -eq 3

run --destination b --endpoints 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --destination b --endpoints '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
