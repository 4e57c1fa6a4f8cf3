#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

run
check 'all are ready at first' test "$status:$(head -n 1 <<<"$out")" = '0:0 of 3 nodes are not ready, 0 cordoned'
check 'none was removed' grep -q '^nodes that were removed .*: none$' <<<"$out"
condition() { # NODE STATUS REASON SINCE
  reports "/api/v1/nodes/$1" '{"status": {"conditions": [{"type": "MemoryPressure", "status": "False"}, {"type": "Ready", "status": "'"$2"'", "reason": "'"$3"'",
    "message": "network plugin\nis not ready", "lastTransitionTime": "'"$4"'", "lastHeartbeatTime": "'"${5-2026-02-02T04:00:00Z}"'"}]}}'
}
condition n2 Unknown NodeStatusUnknown 2026-02-02T03:00:00Z
condition n3 False KubeletNotReady 2026-02-01T00:00:00Z
kubectl cordon n1 >/dev/null
kubectl cordon n3 >/dev/null
kubectl create --filename - >/dev/null <<<'{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n4"}}'
not_ready() { kubectl get nodes --no-headers | awk '$2 !~ /^Ready/ {print $1}' | sort | paste -sd ' '; }
run
check 'it succeeds' test "$status" -eq 0
check 'those are listed that kubectl calls so' test "$(sed -n 's/^not ready: \([^ ]*\).*/\1/p' <<<"$out" | sort | paste -sd ' ')" = "$(not_ready)"
check 'which are three' test "$(not_ready)" = 'n2 n3 n4'
check 'one that does not answer' grep -qx 'not ready: n2  Ready=Unknown since 2026-02-02T03:00:00Z' <<<"$out"
check 'one that says so, and is cordoned' grep -qx 'not ready: n3  Ready=False since 2026-02-01T00:00:00Z, cordoned' <<<"$out"
check 'with reason and message on one line' grep -qx '  KubeletNotReady: network plugin is not ready' <<<"$out"
check 'and the last heartbeat' test "$(grep -cx '  last heartbeat: 2026-02-02T04:00:00Z' <<<"$out")" -eq 2
check 'one that never reported' grep -q '^not ready: n4  Ready=Unknown since unknown' <<<"$out"
check 'they are counted' grep -qx '3 of 4 nodes are not ready, 2 cordoned' <<<"$out"
condition n2 True KubeletReady "$(date -u -d '+20 minutes' +%FT%TZ)"
run
check 'one whose kubelet says nothing any more is told, though it is called ready' grep -q '^not ready: n2  Ready=True since 20.*, BUT ITS KUBELET IS SILENT$' <<<"$out"
condition n2 True KubeletReady "$(date -u -d '+20 minutes' +%FT%TZ)" "$(date -u +%FT%TZ)"
told() { [[ -n $(kubectl get events --field-selector "reason=$1,involvedObject.name=n4" --output name) ]]; }
await told RegisteredNode
kubectl delete node n4 >/dev/null
await told RemovingNode
run
check 'one that is back is told' grep -q '^ready again: n2  since 20' <<<"$out"
check 'so is one that was removed' grep -q '^nodes that were removed .*: n4$' <<<"$out"
run --context without-rights
check 'who may not see nodes learns no number' test "$status" -eq 3 -a -z "$out"
run --context elsewhere
check 'a context that is not there is refused' test "$status" -eq 3
finish
