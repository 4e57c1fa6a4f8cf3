#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

make() { # NAME PARTITION
  kubectl apply --filename - >/dev/null <<X
{"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "$1", "namespace": "shop"}, "spec": {"serviceName": "$1", "replicas": 3,
 "selector": {"matchLabels": {"app": "$1"}}, "updateStrategy": {"type": "${3-RollingUpdate}"${2:+, \"rollingUpdate\": {\"partition\": $2\}}},
 "template": {"metadata": {"labels": {"app": "$1"}}, "spec": {"terminationGracePeriodSeconds": 0, "containers": [{"name": "db", "image": "db"}]}}}}
X
  await is_ready "$1"
}
is_ready() { [[ $(kubectl get statefulset "$1" --namespace shop --output 'jsonpath={.status.readyReplicas}') == 3 ]]; }
pods() { kubectl get pods --namespace shop --selector "app=$1" --output 'jsonpath={range .items[*]}{.metadata.uid}{"\n"}{end}'; }
make db 0
before=$(pods db)
run --name db --context shop-cluster --dry-run
check 'a dry run restarts nothing' test "$(pods db)" = "$before"
check "the context's namespace is taken" grep -q '^would restart: statefulset db, 3 pods' <<<"$out"
run --name db --namespace shop --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'every pod is another one' test -z "$(grep -xF "$before" <<<"$(pods db)")"
check 'and all are ready' is_ready db
# Something that keeps it as it stands in a repository.
stamp() { kubectl get statefulset db --namespace shop --output 'jsonpath={.spec.template.metadata.annotations}'; }
stamp=$(stamp)
(while [[ $(stamp) == "$stamp" ]]; do sleep 0.1; done; kubectl rollout undo statefulset/db --namespace shop >/dev/null) &
run --name db --namespace shop --timeout 60
check 'a restart that is set back meanwhile is a failure' test "$status:$(stamp)" = "1:$stamp"
check 'which is told' grep -q 'something has set the restart of statefulset db back' <<<"$err"
wait "$!"
await is_ready db
make part 2
before=$(pods part)
run --name part --namespace shop --timeout 30
check 'a partition is refused, and told' test "$status" -eq 3 -a -n "$(grep 'partition is 2' <<<"$err")"
check 'nothing was restarted' test "$(pods part)" = "$before"
make hand '' OnDelete
run --name hand --namespace shop
check 'OnDelete is refused' test "$status" -eq 3
kubectl set image statefulset/db db=broken --namespace shop >/dev/null
not_ready() { ! is_ready db; }
await not_ready
run --name db --namespace shop
check 'not while one of its pods is not ready' test "$status" -eq 3
kubectl apply --filename - >/dev/null <<X
{"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent", "namespace": "shop"}, "spec": {"selector": {"matchLabels": {"app": "agent"}},
 "template": {"metadata": {"labels": {"app": "agent"}}, "spec": {"terminationGracePeriodSeconds": 0, "containers": [{"name": "agent", "image": "agent"}]}}}}
X
number() { [[ $(kubectl get daemonset agent --namespace shop --output 'jsonpath={.status.numberReady}') == "$1" ]]; }
await number 3
reports "/api/v1/namespaces/shop/pods/$(kubectl get pods --namespace shop --selector app=agent --output 'jsonpath={.items[0].metadata.name}')" '{"status": {"conditions": [{"type": "Ready", "status": "False"}]}}'
await number 2
before=$(pods agent)
run --name agent --kind daemonset --namespace shop --timeout 90
check 'a DaemonSet whose pod hangs is restarted, with a warning' test "$status" -eq 0 -a -n "$(grep '^warning: 1 of its pods' <<<"$err")"
check 'every pod of it is another one' test -z "$(grep -xF "$before" <<<"$(pods agent)")"
check 'and ready' number 3
run --name db
check "in another namespace it is not found" test "$status" -eq 3
# What a kubelet would report of pods that crash soon after they were ready.
make short ''
before=$(kubectl get statefulset short --namespace shop --output 'jsonpath={.metadata.generation}')
(
  for ((i = 0; i < 300; i++)); do
    [[ $(kubectl get statefulset short --namespace shop --output 'jsonpath={.metadata.generation}') == "$before" ]] || break
    sleep 0.1
  done
  kubectl rollout status statefulset/short --namespace shop --timeout 60s
  sleep 2
  for pod in $(kubectl get pods --namespace shop --selector app=short --output 'jsonpath={.items[*].metadata.name}'); do
    reports "/api/v1/namespaces/shop/pods/$pod" '{"status":{"conditions":[{"type":"Ready","status":"False"},{"type":"ContainersReady","status":"False"}]}}'
  done
) >/dev/null &
run --name short --namespace shop --timeout 60
check 'pods that are ready for a moment only are a failure' bash -c '[ "$1" = 1 ] && grep -qE "or only for a moment|ten seconds later (are not|no more)" <<<"$2"' _ "$status" "$err"
wait "$!"
finish
