#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

shop() { kubectl --namespace shop "$@"; }
stamp() { kubectl get deployment "$1" --namespace "${2-shop}" --output 'jsonpath={.spec.template.metadata.annotations}'; }
for name in web api held off; do shop create deployment $name --image web --replicas 2 >/dev/null; done
kubectl create deployment web --image web >/dev/null
shop patch deployment api --type merge --patch '{"spec": {"strategy": {"type": "Recreate", "rollingUpdate": null}}}' >/dev/null
shop rollout pause deployment/held >/dev/null
shop scale deployment/off --replicas 0 >/dev/null
ready() { [[ $(kubectl get deployment "$1" --namespace "${2-shop}" --output 'jsonpath={.status.readyReplicas}') == "${3-2}" ]]; }
await ready web && await ready api && await ready held
pods() { shop get pods --selector "app=$1" --field-selector status.phase=Running --output 'jsonpath={range .items[*]}{.metadata.uid}{"\n"}{end}'; }
web=$(pods web) api=$(pods api) held=$(pods held)
kubectl apply --filename - >/dev/null <<'X'
{"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "db", "namespace": "shop"}, "spec": {"serviceName": "db", "selector": {"matchLabels": {"app": "db"}},
  "template": {"metadata": {"labels": {"app": "db"}}, "spec": {"containers": [{"name": "c", "image": "x"}]}}}}
X
run --namespace shop --dry-run
check 'a stateful set is told' grep -qx 'note: 1 statefulsets of the namespace are left alone' <<<"$err"
check 'a dry run names what it would restart, and how' grep -qx 'would restart: api (2 replicas, Recreate)' <<<"$out"
check 'and restarts nothing' test -z "$(stamp web)$(stamp api)"
run --namespace shop --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'the result is counted' test "$(tail -n 1 <<<"$out")" = '2 restarted, 2 left alone, 0 failed'
others() { ready web && ready api && [[ -z $(pods web | grep -xF "$web") && -z $(pods api | grep -xF "$api") ]]; }
check 'every pod is another one' await others
check 'paused ones are left alone, those scaled to 0 too' test "$(pods held):$(stamp off)" = "$held:"
check 'other namespaces are not touched' test -z "$(stamp web default)"
# Something that keeps one of them as it stands in a repository.
former=$(stamp api)
shop patch deployment web --patch '{"spec": {"minReadySeconds": 3}}' >/dev/null
(while [[ $(stamp api) == "$former" ]]; do sleep 0.1; done; shop rollout undo deployment/api >/dev/null) &
run --namespace shop --timeout 60
check 'one that is set back meanwhile is a failure' test "$status:$(stamp api):$(tail -n 1 <<<"$out")" = "1:$former:1 restarted, 2 left alone, 1 failed"
check 'which is told' grep -q '^something has set the restart back.*: api$' <<<"$err"
wait "$!"
shop set image deployment/web web=broken >/dev/null
former=$(stamp web)
run --namespace shop --timeout 3
check 'pods that do not start are a failure' test "$status:$(tail -n 1 <<<"$out")" = '1:1 restarted, 2 left alone, 1 failed'
eval "$(sed -n 's/^not ready .*back out with: //p' <<<"$err")" >/dev/null
check 'the way back that is told leads there' test "$(stamp web)" = "$former"
run --namespace kube-system
check 'the namespace of the cluster is refused' test "$status" -eq 3
run --namespace absent
check 'so is one that is not there' test "$status" -eq 3
run --namespace shop --context elsewhere
check 'and a context that is not there' test "$status" -eq 3
finish
