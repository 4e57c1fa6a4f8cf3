#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

shop() { kubectl --namespace shop "$@"; }
shop create --filename - >/dev/null <<'EOF'
{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "web"}}, "template": {"metadata": {"labels": {"app": "web"}},
 "spec": {"containers": [{"name": "web", "image": "web", "resources": {"limits": {"cpu": "1", "memory": "512Mi"}, "requests": {"memory": "300Mi"}}}, {"name": "web-proxy", "image": "proxy"}]}}}}
EOF
shop create deployment plain --image web >/dev/null
of() { shop get deployment "$1" --output json | jq -c '[.spec.template.spec.containers[].resources]'; }
ready() { [[ $(shop get deployment "$1" --output 'jsonpath={.status.readyReplicas}') == "$2" ]]; }
await ready web 2 && await ready plain 1
before=$(of web)
run --deployment web --container web --memory 200 --namespace shop --dry-run
check 'a dry run changes nothing' test "$(of web)" = "$before"
shop label deployment web app.kubernetes.io/instance=shop >/dev/null
run --deployment web --container web --memory 200 --namespace shop --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this deployment and may set the limit back' <<<"$err"
shop annotate deployment web meta.helm.sh/release-name=shop >/dev/null
run --deployment web --container web --memory 200 --namespace shop --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this deployment' <<<"$err"
shop label deployment web app.kubernetes.io/instance- >/dev/null
shop annotate deployment web meta.helm.sh/release-name- >/dev/null
run --deployment web --container web --memory 200 --context shop-cluster --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'the limit is set, the request lowered, and nothing else changed' test "$(of web | jq -c 'map({limits, requests})')" = '[{"limits":{"cpu":"1","memory":"200Mi"},"requests":{"cpu":"1","memory":"200Mi"}},{"limits":null,"requests":null}]' -o \
  "$(of web)" = '[{"limits":{"cpu":"1","memory":"200Mi"},"requests":{"memory":"200Mi"}},{}]'
check 'the former limit is told' grep -qx 'former limit: 512Mi' <<<"$out"
undo=$(sed -n 's/^undo, .*changed: //p' <<<"$out")
carried() { [[ $(shop get pods --selector app=web --field-selector status.phase=Running --output 'jsonpath={.items[*].spec.containers[0].resources.limits.memory}') == '200Mi 200Mi' ]]; }
check 'its pods have it' await carried
run --deployment web --container web --memory 0200 --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
kubectl config use-context without-rights >/dev/null # the undo is for the cluster that it was
bash -c "$undo" >/dev/null
kubectl config use-context test-cluster >/dev/null
check 'the way back restores limit and request' test "$(of web)" = "$before"
shop create deployment whole --image web >/dev/null
run --deployment whole --memory 600 --namespace shop --timeout 60
check 'that a limit alone is requested in full is told' grep -q '^note: it requests no memory of its own' <<<"$out"
requested() { [[ $(shop get pods --selector app=whole --output 'jsonpath={.items[*].spec.containers[0].resources.requests.memory}') == 600Mi ]]; }
check 'and so it is' await requested
# Something that keeps the deployment as it stands in a repository.
shop patch deployment plain --patch '{"spec": {"minReadySeconds": 5}}' >/dev/null
(while [[ $(of plain) != *700Mi* ]]; do sleep 0.1; done; sleep 1; shop rollout undo deployment/plain >/dev/null) &
run --deployment plain --memory 700 --namespace shop --timeout 60
check 'a limit that is set back meanwhile is a failure' test "$status:$(of plain)" = '1:[{}]'
check 'which is told' grep -q 'something has set it back' <<<"$err"
wait "$!"
run --deployment web --memory 200 --namespace shop
check 'one of several containers must be named' test "$status" -eq 2
run --deployment web --container absent --memory 200 --namespace shop
check 'one that is not there is refused' test "$status" -eq 3
shop create --filename - >/dev/null <<<'{"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "l"}, "spec": {"limits": [{"type": "Container", "max": {"memory": "1Gi"}}]}}'
run --deployment plain --memory 2048 --namespace shop --timeout 5
check 'a limit that a limit range forbids is a failure' test "$status" -eq 1
check 'and why is told' grep -q '^new pods are refused: .*maximum memory usage per Container is 1Gi' <<<"$err"
check 'while the old pod goes on' ready plain 1
run --deployment plain --memory 2048 --namespace shop --timeout 5
check 'it is one the second time, too' test "$status:$(grep -c '^nothing to change' <<<"$out"):$(grep -c '^new pods are refused: ' <<<"$err")" = 1:1:1
shop rollout pause deployment/web >/dev/null
run --deployment web --container web --memory 100 --namespace shop
check 'a paused one is refused' test "$status:$(of web)" = "3:$before"
run --deployment web --memory 100
check 'in another namespace it is not found' test "$status" -eq 3
# What a kubelet would report of pods that crash soon after they were ready.
kubectl create deployment short --image short:1 --namespace shop >/dev/null
await ready short 1
before=$(kubectl get deployment short --namespace shop --output 'jsonpath={.metadata.generation}')
(
  for ((i = 0; i < 300; i++)); do
    [[ $(kubectl get deployment short --namespace shop --output 'jsonpath={.metadata.generation}') == "$before" ]] || break
    sleep 0.1
  done
  kubectl rollout status deployment/short --namespace shop --timeout 60s
  sleep 2
  for pod in $(kubectl get pods --namespace shop --selector app=short --output 'jsonpath={.items[*].metadata.name}'); do
    reports "/api/v1/namespaces/shop/pods/$pod" '{"status":{"conditions":[{"type":"Ready","status":"False"},{"type":"ContainersReady","status":"False"}]}}'
  done
) >/dev/null &
run --deployment short --memory 100 --namespace shop --timeout 60
check 'pods that are ready for a moment only are a failure' bash -c '[ "$1" = 1 ] && grep -qE "or only for a moment|ten seconds later (are not|no more)" <<<"$2"' _ "$status" "$err"
wait "$!"
finish
