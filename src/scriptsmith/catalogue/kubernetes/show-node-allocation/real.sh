#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

pod() { # NAME NODE RESOURCES [INIT-CONTAINERS] [IMAGE]
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "$1"}, "spec": {"restartPolicy": "Never", ${2:+\"nodeName\": \"$2\",} "nodeSelector": {"kubernetes.io/hostname": "${2:-nowhere}"},
 "initContainers": [${4-}], "containers": [{"name": "a", "image": "${5-web}", "resources": {$3}}, {"name": "b", "image": "web"}]}}
Y
}
pod big n1 '"requests": {"cpu": "1500m", "memory": "2Gi"}'
pod bound n1 '"limits": {"cpu": "1", "memory": "1e9"}'
pod first n2 '"requests": {"memory": "1Gi"}' '{"name": "x", "image": "i", "resources": {"requests": {"cpu": "3", "memory": "512Mi"}}}'
pod ended n2 '"requests": {"cpu": "4", "memory": "8Gi"}' '' failing
pod homeless '' '"requests": {"cpu": "4"}'
kubectl cordon n3 >/dev/null
ended() { [[ $(kubectl get pod ended --output 'jsonpath={.status.phase}') == Failed ]]; }
await ended
run
check 'it succeeds' test "$status" -eq 0
check 'requests are summed up, and a limit without a request is one' grep -qx 'n1: memory 3001 of 8192 MiB (36%), cpu 2500m of 4000m (62%), pods 2 of 110' <<<"$out"
share() { kubectl describe node "$1" | awk -v what="$2" '$1 == what && /\(/ {print $3}' | tr -d '()'; }
check 'kubectl says the same of its memory and CPU' test "$(share n1 memory) $(share n1 cpu)" = '36% 62%'
check 'init containers count by the largest, pods that ended do not' grep -qx 'n2: memory 1024 of 8192 MiB (12%), cpu 3000m of 4000m (75%), pods 1 of 110' <<<"$out"
check 'as kubectl says' test "$(share n2 memory) $(share n2 cpu)" = '12% 75%'
check 'the emptiest comes first, and a cordoned node is marked' grep -qx 'n3: memory 0 of 8192 MiB (0%), cpu 0m of 4000m (0%), pods 0 of 110  CORDONED' <<<"$(head -n 1 <<<"$out")"
check 'a pod without a node is counted' grep -qx '3 nodes, 1 pods without a node' <<<"$out"
reports /api/v1/nodes/n3 '{"status": {"conditions": [{"type": "Ready", "status": "Unknown", "reason": "NodeStatusUnknown"}]}}'
kubectl taint node n2 dedicated=gpu:NoSchedule >/dev/null
run
check 'one that is not ready comes last' grep -qx 'n3: memory 0 of 8192 MiB .*  CORDONED  NOT READY' <<<"$(tail -n 2 <<<"$out")"
check 'a taint is told' grep -q '^n2: .*  TAINTED dedicated$' <<<"$out"
reports /api/v1/nodes/n1 '{"status": {"conditions": [{"type": "Ready", "status": "True"}, {"type": "DiskPressure", "status": "True"}]}}'
pressed() { kubectl get node n1 --output 'jsonpath={.spec.taints[*].key}' | grep -q disk-pressure; }
await pressed
run
check 'a pressure that keeps pods away is told' grep -q '^n1: .*  TAINTED node.kubernetes.io/disk-pressure$' <<<"$out"
kubectl create clusterrole nodes --verb list --resource nodes >/dev/null
kubectl create clusterrolebinding nodes --clusterrole nodes --user guest >/dev/null
run --context without-rights
check 'who may not see pods learns no number' test "$status" -eq 3 -a -z "$out"
run --context elsewhere
check 'a context that is not there is refused' test "$status" -eq 3
finish
