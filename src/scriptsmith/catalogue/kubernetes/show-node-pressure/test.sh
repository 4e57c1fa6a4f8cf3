#!/usr/bin/env bash
. "$HARNESS"

lately=$(date -u -d '-5 hours' +%FT%TZ)
cat >nodes.json <<'EOF'
{"kind":"List","items":[
 {"metadata":{"name":"n1"},"spec":{},"status":{"conditions":[{"type":"MemoryPressure","status":"False"},{"type":"DiskPressure","status":"False"},{"type":"KernelReady","status":"True"},{"type":"EtcdIsVoter","status":"True"},{"type":"Ready","status":"True"}]}},
 {"metadata":{"name":"n2"},"spec":{"taints":[{"key":"node.kubernetes.io/disk-pressure","effect":"NoSchedule"}]},"status":{"conditions":[{"type":"DiskPressure","status":"True","reason":"KubeletHasDiskPressure","message":"kubelet has\u001b disk pressure","lastTransitionTime":"2026-02-02T03:00:00Z"},{"type":"Ready","status":"True"}]}},
 {"metadata":{"name":"n4","creationTimestamp":"2026-01-01T00:00:00Z"},"spec":{},"status":{"conditions":[{"type":"MemoryPressure","status":"False","lastTransitionTime":"LATELY"},{"type":"DiskPressure","status":"False","lastTransitionTime":"2026-01-02T00:00:00Z"},{"type":"Ready","status":"True","lastTransitionTime":"LATELY"}]}},
 {"metadata":{"name":"n5","creationTimestamp":"LATELY"},"spec":{},"status":{"conditions":[{"type":"PIDPressure","status":"False","lastTransitionTime":"LATELY"}]}},
 {"metadata":{"name":"n3"},"spec":{},"status":{"conditions":[{"type":"MemoryPressure","status":"Unknown","reason":"NodeStatusUnknown"},{"type":"PIDPressure","status":"Unknown"},{"type":"StorageReady","status":"False","reason":"IOHang"},{"type":"Ready","status":"Unknown"}]}}]}
EOF
sed -i "s/LATELY/$lately/g" nodes.json
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
[ "$*" = 'get nodes --request-timeout=30s --output json' ] || { echo "error: unknown: $*" >&2; exit 1; }
case $(cat .mode 2>/dev/null) in
  silent) ;;
  fail) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
  fine) jq '{items: [.items[0]]}' nodes.json ;;
  *) cat nodes.json ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'a node under disk pressure is shown' grep -q '^DiskPressure=True: node n2, since 2026-02-02T03:00:00Z$' <<<"$out"
check 'with the reason, and no control characters' grep -q 'KubeletHasDiskPressure: kubelet has  disk pressure$' <<<"$out"
check 'with its taint' grep -q 'taints: node.kubernetes.io/disk-pressure:NoSchedule$' <<<"$out"
check 'an unknown condition is shown' grep -q '^MemoryPressure=Unknown: node n3, since unknown$' <<<"$out"
check 'a condition that is good when True is shown when it is not' grep -q '^StorageReady=False: node n3' <<<"$out"
check 'and not when it is' test "$(grep -c KernelReady <<<"$out")" -eq 0
check 'Ready is not its business' test "$(grep -c '^Ready' <<<"$out")" -eq 0
check 'a healthy node is not shown' test "$(grep -c 'node n1' <<<"$out")" -eq 0
check 'a pressure that ended within a day is told, and no other' test "$(grep ' ended: ' <<<"$out")" = "MemoryPressure ended: node n4, at $lately (or its kubelet did not answer until then)"
check 'the nodes are counted once each' grep -qx '2 of 5 nodes under pressure, 4 conditions' <<<"$out"
echo fine >.mode; run
check 'a healthy cluster is told' test "$status:$out" = '0:0 of 1 nodes under pressure, 0 conditions'
echo silent >.mode; run
check 'an empty answer is no good news' test "$status" -eq 3
echo fail >.mode; run
check 'a list that cannot be read is refused, without a number' test "$status" -eq 3 -a -z "$out"
run 'x; touch pwned'
check 'a hostile argument is refused and runs nothing' test "$status" -eq 2 -a ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing kubectl is refused' test "$?" -eq 3
finish
