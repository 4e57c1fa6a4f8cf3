#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

pod() { # NAMESPACE NAME SPEC
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "$2", "namespace": "$1"}, "spec": {"containers": [{"name": "a", "image": "${4-web}"}], $3}}
Y
}
pod shop runs '"restartPolicy": "Always"'
pod shop image '"nodeName": "n1"' broken
pod shop nowhere '"nodeSelector": {"no": "node"}, "volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "db-data"}}, {"name": "e", "emptyDir": {}}]'
pod shop unseen '"nodeSelector": {"no": "node"}'
pod default first '"nodeName": "n1", "initContainers": [{"name": "wait-db", "image": "web"}]' broken
pod default leaves '"nodeSelector": {"no": "node"}'
kubectl patch pod leaves --patch '{"metadata": {"finalizers": ["example.org/keep"]}}' >/dev/null
kubectl delete pod leaves --wait=false >/dev/null
phases() { kubectl get pods --all-namespaces --no-headers | awk '{print $4}' | sort | paste -sd ' '; }
settled() { [[ $(phases) == 'ImagePullBackOff ImagePullBackOff Pending Pending Running Terminating' ]]; }
await settled
reports /api/v1/namespaces/shop/pods/nowhere '{"status": {"conditions": [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": "0/3 nodes are available:\n3 Insufficient cpu."}]}}'
reports /api/v1/namespaces/default/pods/first '{"status": {"initContainerStatuses": [{"name": "wait-db", "image": "web", "imageID": "", "ready": false, "restartCount": 0,
  "state": {"running": {"startedAt": "2026-02-02T01:01:00Z"}}}], "containerStatuses": [{"name": "a", "image": "web", "imageID": "", "ready": false, "restartCount": 0, "state": {"waiting": {"reason": "PodInitializing"}}}]}}'
kubectl create --filename - >/dev/null <<Y
{"apiVersion": "v1", "kind": "Event", "metadata": {"name": "image.1", "namespace": "shop"}, "type": "Warning", "reason": "FailedMount", "message": "MountVolume.SetUp failed for volume \\"c\\" : configmap \\"absent\\" not found",
 "lastTimestamp": "$(date -u +%FT%TZ)", "involvedObject": {"kind": "Pod", "namespace": "shop", "name": "image", "uid": "$(kubectl get pod image --namespace shop --output 'jsonpath={.metadata.uid}')"}}
Y
kubectl create namespace full >/dev/null
kubectl create quota none --hard pods=0 --namespace full >/dev/null
kubectl create deployment web --image web --namespace full >/dev/null
await bash -c 'kubectl get events --namespace full | grep -q FailedCreate'
about() { grep -A3 "^$1: pending since 20[0-9TZ:-]*, $2\$" <<<"$out" | tail -n +2 | sed '/^[^ ]/,$d' | paste -sd '|'; }
run
check 'it succeeds' test "$status" -eq 0
check 'the words of the scheduler are shown, and the claim it needs' test "$(about shop/nowhere 'no node yet')" = '  Unschedulable: 0/3 nodes are available: 3 Insufficient cpu.|  it needs the volume claim db-data'
check 'one that waits for its image is explained' test "$(about shop/image 'placed on node n1')" = '  container a: ImagePullBackOff: Back-off pulling image|  event: FailedMount: MountVolume.SetUp failed for volume "c" : configmap "absent" not found'
check 'so is one whose init container hangs' test "$(about default/first 'placed on node n1')" = '  init container wait-db runs since 2026-02-02T01:01:00Z'
check 'one that nobody looked at is told' test "$(about shop/unseen 'no node yet')" = '  nothing is reported yet (does the scheduler default-scheduler run?)'
check 'one that runs or leaves is not listed' test "$(grep -cE 'runs:|leaves' <<<"$out")" -eq 0
check 'they are counted' grep -qx '4 pending pods, 2 of them without a node' <<<"$out"
check 'that older events are gone is told' grep -q '^note: events are kept for about an hour: ' <<<"$out"
run --namespace default
check 'one namespace can be chosen' grep -qx '1 pending pods, 0 of them without a node' <<<"$out"
run --namespace full
check 'pods that a quota forbids are told' grep -Eq '^full/web-[0-9a-z]+: at 20.* could not even be created: FailedCreate: .* exceeded quota: none' <<<"$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
run --context without-rights
check 'who may not see pods learns no number' test "$status" -eq 3 -a -z "$out"
finish
