#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create deployment web --image web --namespace shop >/dev/null
kubectl create --filename - >/dev/null <<'Y'
{"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent", "namespace": "kube-system"}, "spec": {"selector": {"matchLabels": {"a": "b"}},
 "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "a", "image": "agent"}]}}}}
Y
lone() { kubectl run "$1" --image "$2" --overrides "{\"metadata\": {$4}, \"spec\": {\"nodeName\": \"$3\", \"volumes\": [{\"name\": \"t\", \"emptyDir\": {}}]}}" >/dev/null; }
lone debug web n1 '"labels": {"slow-to-end": "x"}'
lone waits broken n1 '"annotations": {"kubernetes.io/config.mirror": "x"}'
lone elsewhere web n2 ''
on_n1() { kubectl get pods --all-namespaces --field-selector spec.nodeName=n1 --no-headers | grep -c -E "$1"; }
everything() { [[ $(on_n1 'debug .*1/1 +Running') -eq 1 && $(on_n1 'waits .*0/1 +ImagePullBackOff') -eq 1 && $(on_n1 'agent-.* 1/1 +Running') -eq 1 ]]; }
await everything
reports /api/v1/namespaces/default/pods/debug '{"status": {"containerStatuses": [{"name": "debug", "image": "web", "imageID": "", "ready": true, "restartCount": 3, "state": {"running": {}}}]}}'
run --node n1
check 'it succeeds' test "$status" -eq 0
check 'as many are listed as the API server places there' test "$(grep -c 'ready [0-9]/[0-9]' <<<"$out")" -eq "$(on_n1 .)"
check 'a lone pod is marked, with its restarts and its volume' grep -qx 'default/debug  Running  ready 1/1  restarts 3  NO CONTROLLER: nothing makes it anew  (emptyDir)' <<<"$out"
check 'one that has not started is not ready' grep -qx 'default/waits  Pending  ready 0/1  restarts 0  static pod of the node  (emptyDir)' <<<"$out"
check 'one of a DaemonSet is told' grep -qE '^kube-system/agent-[a-z0-9]+  Running  ready 1/1  restarts 0  DaemonSet/agent$' <<<"$out"
check 'those of other nodes are not listed' test "$(grep -c elsewhere <<<"$out")" -eq 0
check 'they are counted' grep -qx "$(on_n1 .) pods: 1 of DaemonSets, 1 static, 1 without a controller" <<<"$out"
node=$(kubectl get pods --namespace shop --output 'jsonpath={.items[0].spec.nodeName}')
run --node "$node"
check 'one of a Deployment belongs to its ReplicaSet' grep -qE '^shop/web-.*  ReplicaSet/web-[a-z0-9]+$' <<<"$out"
kubectl delete pod debug --wait=false >/dev/null
run --node n1
check 'one that ends is told' grep -q '^default/debug  Terminating' <<<"$out"
run --node absent
check 'a node that is not there is refused' test "$status" -eq 3
kubectl create clusterrole nodes --verb get --resource nodes >/dev/null
kubectl create clusterrolebinding nodes --clusterrole nodes --user guest >/dev/null
run --node n1 --context without-rights
check 'who may not see its pods learns no number' test "$status" -eq 3 -a -z "$out"
finish
