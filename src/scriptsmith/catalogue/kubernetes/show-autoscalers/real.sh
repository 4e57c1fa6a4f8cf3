#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

for it in busy idle; do kubectl create deployment $it --image web --namespace shop --replicas 3 >/dev/null; done
kubectl create --filename - >/dev/null <<'Y'
{"apiVersion": "v1", "kind": "List", "items": [
 {"apiVersion": "autoscaling/v2beta2", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "busy", "namespace": "shop"}, "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "busy"},
  "minReplicas": 1, "maxReplicas": 2, "metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 80}}},
  {"type": "Pods", "pods": {"metric": {"name": "queue"}, "target": {"type": "AverageValue", "averageValue": "10"}}}]}},
 {"apiVersion": "autoscaling/v2beta2", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "idle", "namespace": "shop"}, "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "idle"},
  "maxReplicas": 9}},
 {"apiVersion": "autoscaling/v2beta2", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "lost"}, "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "absent"},
  "minReplicas": 2, "maxReplicas": 4}}]}
Y
seen() { [[ $(kubectl get horizontalpodautoscalers.v2beta2.autoscaling --all-namespaces --output 'jsonpath={.items[*].status.conditions[?(@.status=="False")].type}' | wc -w) -ge 2 ]] && shrunk; }
shrunk() { [[ $(kubectl get deployment busy --namespace shop --output 'jsonpath={.spec.replicas}') == 2 ]]; }
await seen
blind() { [[ $(kubectl get horizontalpodautoscalers.v2beta2.autoscaling busy --namespace shop --output 'jsonpath={.status.conditions[?(@.type=="ScalingActive")].status}') == False ]]; }
await blind
reports /apis/autoscaling/v2beta2/namespaces/shop/horizontalpodautoscalers/busy '{"status": {"currentMetrics": [{"type": "Resource", "resource": {"name": "cpu", "current": {"averageUtilization": 12, "averageValue": "60m"}}}]}}'
run
check 'it succeeds' test "$status" -eq 0
check 'one at its maximum is marked' grep -qE '^shop/busy -> Deployment/busy: [23] replicas, wants 2, bounds 1 to 2  AT MAXIMUM$' <<<"$out"
check 'with its metrics, which nobody measures any more' test "$(grep -A2 '^shop/busy' <<<"$out" | tail -n 2 | sort)" = "$(printf '  cpu: 12%% of 80%% (read before it could read no more)\n  queue: unknown of 10')"
check 'and why it does not scale' grep -q '^  NOT SCALING: FailedGet[A-Za-z]*Metric: ' <<<"$(grep -A3 '^shop/busy' <<<"$out")"
check 'one far from it is not marked' grep -qE '^shop/idle -> Deployment/idle: 3 replicas, wants [03], bounds 1 to 9$' <<<"$out"
check 'one whose target is not there is told' grep -q '^  NOT SCALING: FailedGetScale: ' <<<"$(grep -A2 '^default/lost -> Deployment/absent: 0 replicas, wants 0, bounds 2 to 4' <<<"$out")"
check 'they are counted' grep -qx '3 autoscalers: 1 at maximum, 3 not scaling' <<<"$out"
run --namespace default
check 'one namespace can be chosen' grep -qx '1 autoscalers: 0 at maximum, 1 not scaling' <<<"$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
run --context without-rights
check 'who may not see autoscalers learns no number' test "$status" -eq 3 -a -z "$out"
finish
