#!/usr/bin/env bash
. "$HARNESS"

echo 90510 >revision; echo 0 >compacted
stub etcdctl <<'EOF'
[ "$ETCDCTL_API" = 3 ] || { echo 'Error: unknown flag: --dial-timeout' >&2; exit 1; }
[ "$1" = --dial-timeout=5s ] || { echo "Error: unknown flag $*" >&2; exit 128; }
echo "at ${ETCDCTL_ENDPOINTS-the usual place}" >>"$STUB_LOG"
case "$(cat mode 2>/dev/null):${*:2}" in
  dead:*) exit 1 ;;
  silent:*) ;;
  part:*' endpoint status --write-out=json') echo '[{"Endpoint":"a","Status":{"header":{"revision":99999}}}]'; echo 'Failed to get the status' >&2; exit 1 ;;
  *':--command-timeout=10s endpoint status --write-out=json') echo "[{\"Endpoint\":\"a\",\"Status\":{\"header\":{\"revision\":7}}},{\"Endpoint\":\"b\",\"Status\":{\"header\":{\"revision\":$(cat revision)}}}]" ;;
  'odd:--command-timeout=300s compaction --physical '*) echo 'something else' ;;
  'fails:--command-timeout=300s compaction --physical '*) echo 'Error: permission denied' >&2; exit 1 ;;
  *':--command-timeout=300s compaction --physical '*)
    [ "${!#}" -gt "$(cat compacted)" ] || { echo '{"level":"warn"}' >&2; echo 'Error: etcdserver: mvcc: required revision has been compacted' >&2; exit 1; }
    echo "${!#}" >compacted; echo "compacted revision ${!#}" ;;
  *) exit 128 ;;
esac
EOF
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would compact: everything before revision 80510 (now at 90510)' <<<"$out"
check 'a dry run compacts nothing' grep -qx 0 compacted
check 'etcdctl is left to its own addresses' test "$(calls '^at ')" = 'at the usual place'
: >"$STUB_LOG"
run --endpoints https://10.0.0.1:2379,https://10.0.0.2:2379 --dry-run
check 'others can be named' test "$(calls '^at ')" = 'at https://10.0.0.1:2379,https://10.0.0.2:2379'
mkdir pki; : >pki/ca.crt; : >pki/server.crt
run --pki pki --dry-run
check 'a directory without the key is refused' test "$status" -eq 3
run --keep 90510 --dry-run
check 'where all are kept there is nothing to do' test "$out" = 'nothing to compact: etcd is at revision 90510, and 90510 are kept'
run --keep 90509 --dry-run
check 'one less and there is' test "$out" = 'would compact: everything before revision 1 (now at 90510)'
run
check 'it succeeds' test "$status" -eq 0
check 'old revisions are gone' grep -qx 80510 compacted
check 'what remains to be done is told' grep -q '^note: the file keeps its size until a defragmentation, and an alarm NOSPACE stays' <<<"$out"
check 'and that is said' grep -qx 'compacted: everything before revision 80510 (now at 90510)' <<<"$out"
run
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to compact: everything before revision 80510' <<<"$out")"
run --keep 0500
check 'how many are kept can be chosen' grep -qx 90010 compacted
run --keep 100000
check 'a short history is left as it is' test "$status" -eq 0 -a -n "$(grep '^nothing to compact' <<<"$out")"
echo part >mode; run --keep 900
check 'an endpoint that is down does not hinder the others' grep -qx 99099 compacted
echo 99999 >revision; echo fails >mode; run --keep 500
check 'a compaction that fails is a failure' test "$status" -eq 1 -a -n "$(grep 'permission denied' <<<"$err")"
echo odd >mode; run
check 'one that is not confirmed is a failure' test "$status" -eq 1 -a -n "$(grep 'does not confirm' <<<"$err")"
echo silent >mode; run
check 'an empty answer is refused' test "$status" -eq 3
check 'and that nobody answers is told' grep -q 'etcd does not answer' <<<"$err"
echo dead >mode; run
check 'an etcd that does not answer is refused' test "$status" -eq 3
run --keep 0
check 'nothing to keep is refused' test "$status" -eq 2

run --endpoints 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --endpoints '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
