#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

ready() { [[ $(kubectl get deployment "$1" --namespace shop --output 'jsonpath={.status.readyReplicas}') == "$2" ]]; }
images() { kubectl get deployment "$1" --namespace shop --output 'jsonpath={.spec.template.spec.containers[*].image}'; }
kubectl create deployment web --image web:1 --namespace shop >/dev/null
kubectl create deployment two --image one:1 --image other:1 --namespace shop >/dev/null
await ready web 1
run --deployment web --image web:2 --namespace shop --dry-run
check 'a dry run changes nothing' test "$(images web)" = web:1
kubectl label deployment web app.kubernetes.io/instance=shop --namespace shop >/dev/null
run --deployment web --image web:2 --namespace shop --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this deployment and may set the image back' <<<"$err"
kubectl annotate deployment web meta.helm.sh/release-name=shop --namespace shop >/dev/null
run --deployment web --image web:2 --namespace shop --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this deployment' <<<"$err"
kubectl label deployment web app.kubernetes.io/instance- --namespace shop >/dev/null
kubectl annotate deployment web meta.helm.sh/release-name- --namespace shop >/dev/null
run --deployment web --image registry:5000/web --namespace shop
check 'an image without a tag is refused' test "$status" -eq 2
run --deployment web --image web:2 --context shop-cluster --timeout 60
check 'it succeeds' test "$status" -eq 0
running() { [[ $(kubectl get pods --namespace shop --selector app=web --field-selector status.phase=Running --output 'jsonpath={.items[*].spec.containers[*].image}') == "$1" ]]; }
await running web:2 # the pod of before still ends
check 'the pod that runs has it' running web:2
check 'the former one is told' grep -qx 'former image: web:1' <<<"$out"
run --deployment web --image web:2 --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
run --deployment two --image one:2 --namespace shop
check 'of several containers one must be named' test "$status" -eq 2 -a "$(images two)" = 'one:1 other:1'
run --deployment two --image one:2 --container one --namespace shop --timeout 60
check 'and only that changes' test "$(images two)" = 'one:2 other:1'
kubectl create deployment none --image none:1 --replicas 0 --namespace shop >/dev/null
run --deployment none --image broken:2 --namespace shop --timeout 60
check 'an image that nothing runs is not told as running' test "$status:$(images none):$(grep -c 'nothing runs.*there are 0 replicas$' <<<"$out")" = 0:broken:2:1
# Something that keeps the deployment as it stands in a repository.
kubectl patch deployment two --namespace shop --patch '{"spec": {"minReadySeconds": 3}}' >/dev/null
(while [[ $(images two) != one:3* ]]; do sleep 0.1; done; kubectl set image deployment/two one=one:2 --namespace shop >/dev/null) &
run --deployment two --image one:3 --container one --namespace shop --timeout 60
check 'an image that is set back meanwhile is a failure' test "$status:$(images two)" = '1:one:2 other:1'
wait "$!"
run --deployment web --image broken:3 --namespace shop --timeout 4
check 'pods that do not become ready are a failure' test "$status" -eq 1
run --deployment web --image broken:3 --namespace shop --timeout 4
check 'nor are they the second time' test "$status:$(grep -c '^nothing to change' <<<"$out")" = 1:1
eval "$(sed -n 's/.*back to the revision before with: //p' <<<"$err")" >/dev/null
check 'the way back that is told leads there' test "$(images web)" = web:2
run --deployment web --image broken:3 --namespace shop --timeout 4
kubectl rollout pause deployment/web --namespace shop >/dev/null
run --deployment web --image web:4 --namespace shop
check 'a paused one is refused' test "$status" -eq 3
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
run --deployment short --image short:2 --namespace shop --timeout 60
check 'pods that are ready for a moment only are a failure' bash -c '[ "$1" = 1 ] && grep -qE "or only for a moment|ten seconds later (are not|no more)" <<<"$2"' _ "$status" "$err"
wait "$!"
finish
