#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

now() { date -u -d "${1-now}" +%Y-%m-%dT%H:%M:%SZ; }
event() { # NAME POD TYPE REASON WHEN: an event as a kubelet writes it
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "v1", "kind": "Event", "metadata": {"name": "$1", "namespace": "shop"}, "type": "$3", "reason": "$4", "count": 12, "firstTimestamp": "$5", "lastTimestamp": "$5",
 "message": "back-off\nrestarting", "source": {"component": "kubelet"}, "involvedObject": {"kind": "${6-Pod}", "namespace": "shop", "name": "$2", "apiVersion": "v1"}}
Y
}
kubectl run web --image web --namespace shop >/dev/null
kubectl run web-2 --image web --namespace shop >/dev/null
event a web Warning BackOff "$(now '-1 minute')"
event b web-2 Warning Unhealthy "$(now)"
event c web Normal NotOfAPod "$(now)" Node
event d gone Warning Evicted "$(now)"
kubectl create --filename - >/dev/null <<Y
{"apiVersion": "events.k8s.io/v1", "kind": "Event", "metadata": {"name": "e", "namespace": "shop"}, "type": "Warning", "reason": "FailedScheduling", "action": "Binding", "note": "0/3 nodes are available",
 "reportingController": "default-scheduler", "reportingInstance": "s", "eventTime": "$(date -u -d '-9 minutes' +%Y-%m-%dT%H:%M:%S.000000Z)", "regarding": {"kind": "Pod", "namespace": "shop", "name": "web", "apiVersion": "v1"},
 "series": {"count": 4, "lastObservedTime": "$(date -u -d '-3 minutes' +%Y-%m-%dT%H:%M:%S.000000Z)"}}
Y
run --pod web --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the oldest comes first, counted as a series' grep -qE '^20[0-9T:-]+  Warning  FailedScheduling  x4  \(default-scheduler\)$' <<<"$(head -n 1 <<<"$out")"
check 'with its message' grep -qx '  0/3 nodes are available' <<<"$(sed -n 2p <<<"$out")"
check 'one in the older form is counted too' grep -qE '^20[0-9T:-]+  Warning  BackOff  x12  \(kubelet\)$' <<<"$(sed -n 3p <<<"$out")"
check 'its message is one line' grep -qx '  back-off restarting' <<<"$out"
check 'those of other pods and kinds are not shown' test "$(grep -cE 'Unhealthy|NotOfAPod|Evicted' <<<"$out")" -eq 0
check 'they are counted' grep -qx '2 events, 2 warnings' <<<"$out"
kubectl create --filename - --namespace shop >/dev/null <<Y
{"apiVersion": "v1", "kind": "List", "items": [
 {"apiVersion": "v1", "kind": "Event", "metadata": {"name": "f"}, "reason": "Now", "involvedObject": {"kind": "Pod", "namespace": "shop", "name": "web", "uid": "$(kubectl get pod web --namespace shop --output 'jsonpath={.metadata.uid}')"}},
 {"apiVersion": "v1", "kind": "Event", "metadata": {"name": "g"}, "reason": "Before", "involvedObject": {"kind": "Pod", "namespace": "shop", "name": "web", "uid": "another"}},
 {"apiVersion": "v1", "kind": "Event", "metadata": {"name": "h"}, "reason": "Static", "involvedObject": {"kind": "Pod", "namespace": "shop", "name": "static", "uid": "hash"}},
 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "static", "annotations": {"kubernetes.io/config.mirror": "hash"}}, "spec": {"nodeName": "n1", "containers": [{"name": "c", "image": "web"}]}}]}
Y
run --pod web --namespace shop
check 'those of an earlier pod of that name are marked' test "$(sed -nE 's/.*  (Now|Before)  x1  \(\)/\1/p' <<<"$out" | sort | paste -sd ,)" = 'Before  OF AN EARLIER POD,Now'
run --pod static --namespace shop
check 'those of a static pod are its own' test "$(grep -c 'Static  x1  ()$' <<<"$out"):$(grep -c EARLIER <<<"$out")" = 1:0
run --pod gone --namespace shop
check 'a pod that is gone may still have events' grep -q 'Evicted' <<<"$out"
check 'and that it is gone is told' grep -q '^note: there is no pod gone in namespace shop now' <<<"$err"
run --pod web-2 --context shop-cluster
check 'the namespace of the context is taken' grep -qx '1 events, 1 warnings' <<<"$out"
kubectl --namespace shop create role pods --verb get --resource pods >/dev/null
kubectl --namespace shop create rolebinding pods --role pods --user guest >/dev/null
run --pod web --namespace shop --context without-rights
check 'who may not see events learns no number' test "$status" -eq 3 -a -z "$out"
run --pod web --context without-rights
check 'nor does who may not see pods' test "$status" -eq 3 -a -z "$out"
finish
