#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

run
check 'a cluster whose nodes are well is told so' test "$status:$out" = '0:0 of 3 nodes under pressure, 0 conditions'
conditions() { # NODE CONDITION…, each TYPE=STATUS: what its kubelet reports
  local node=$1 one list=()
  shift
  for one; do list+=("{\"type\": \"${one%=*}\", \"status\": \"${one#*=}\", \"reason\": \"Because${one%=*}\", \"message\": \"seen\", \"lastTransitionTime\": \"2026-02-02T03:00:00Z\", \"lastHeartbeatTime\": \"$(date -u +%FT%TZ)\"}"); done
  reports "/api/v1/nodes/$node" "{\"status\": {\"conditions\": [$(IFS=,; echo "${list[*]}")]}}"
}
conditions n1 MemoryPressure=False DiskPressure=False PIDPressure=False KernelReady=True EtcdIsVoter=True Ready=True
conditions n2 DiskPressure=True MemoryPressure=False StorageReady=False Ready=True
conditions n3 PIDPressure=Unknown Ready=Unknown
tainted() { kubectl get node n2 --output 'jsonpath={.spec.taints[*].key}' | grep -q disk-pressure; }
await tainted
kubectl taint node n2 spot=yes:PreferNoSchedule >/dev/null
run
check 'it succeeds' test "$status" -eq 0
check 'a node under pressure is shown' grep -qx 'DiskPressure=True: node n2, since 2026-02-02T03:00:00Z' <<<"$out"
check 'with the reason' grep -qx '  BecauseDiskPressure: seen' <<<"$out"
check 'and the taint that keeps pods away' grep -qx '  taints: node.kubernetes.io/disk-pressure:NoSchedule' <<<"$out"
check 'a condition that nobody knows is shown' grep -qx 'PIDPressure=Unknown: node n3, since 2026-02-02T03:00:00Z' <<<"$out"
check 'one that is good when True is bad when False' grep -q '^StorageReady=False: node n2' <<<"$out"
check 'a node that is well is not shown' test "$(grep -c 'node n1' <<<"$out")" -eq 0
check 'they are counted' grep -qx '2 of 3 nodes under pressure, 3 conditions' <<<"$out"
reports /api/v1/nodes/n2 "{\"status\": {\"conditions\": [{\"type\": \"DiskPressure\", \"status\": \"False\", \"lastTransitionTime\": \"$(date -u -d '+20 minutes' +%FT%TZ)\"}, {\"type\": \"Ready\", \"status\": \"True\"}]}}"
run
check 'one that has ended is told' grep -q '^DiskPressure ended: node n2, at 20' <<<"$out"
run --context without-rights
check 'who may not see nodes learns no number' test "$status" -eq 3 -a -z "$out"
finish
