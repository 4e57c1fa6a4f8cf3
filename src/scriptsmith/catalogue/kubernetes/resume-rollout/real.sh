#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

shop() { kubectl --namespace shop "$@"; }
field() { shop get deployment "$1" --output "jsonpath={$2}"; }
ready() { [[ $(field "$1" .status.readyReplicas) == "$2" ]]; }
pods() { shop get pods --selector "app=$1" --field-selector status.phase=Running --output 'jsonpath={range .items[*]}{.spec.containers[*].image}{"\n"}{end}' | sort -u | tr '\n' ' '; }
for name in web stuck; do
  shop create deployment $name --image web:1 --replicas 2 >/dev/null
  await ready $name 2
  shop rollout pause deployment/$name >/dev/null
done
shop set image deployment/web web=web:2 >/dev/null
shop set env deployment/web MODE=fast >/dev/null
shop set image deployment/stuck web=broken >/dev/null
run --deployment web --namespace shop --dry-run
check 'a dry run resumes nothing' test "$(field web .spec.paused):$(pods web)" = 'true:web:1 '
run --deployment web --context shop-cluster --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'the deployment is not paused' test -z "$(field web .spec.paused)"
check 'and all of its pods are the new ones when it ends' test "$(field web '.status.updatedReplicas}{.status.availableReplicas}{.status.replicas')" = 222
eval "$(sed -n 's/^resumed; to pause it again: //p' <<<"$out")" >/dev/null
check 'what is told to pause it again does' test "$(field web .spec.paused)" = true
shop rollout resume deployment/web >/dev/null
settled() { [[ $(pods web) == 'web:2 ' ]]; }
check 'the old ones end' await settled
check 'with all that was changed meanwhile' test "$(field web '.spec.template.spec.containers[0].env[0].value')" = fast
run --deployment web --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
# Something that keeps the deployment as it stands in a repository.
shop patch deployment web --patch '{"spec": {"minReadySeconds": 3, "paused": true, "strategy": {"type": "Recreate", "rollingUpdate": null}}}' >/dev/null
shop set image deployment/web web=web:3 >/dev/null
(until [[ $(pods web) == 'web:3 ' ]]; do sleep 0.1; done; shop rollout pause deployment/web >/dev/null) &
run --deployment web --namespace shop --timeout 60
check 'one that is paused again meanwhile is a failure' test "$status:$(field web .spec.paused)" = 1:true
check 'which is told' grep -q 'is paused again' <<<"$err"
wait "$!"
run --deployment stuck --namespace shop --timeout 2
check 'pods that do not start are a failure' test "$status" -eq 1
check 'though it goes on' test -z "$(field stuck .spec.paused)"
run --deployment stuck --namespace shop --timeout 2
check 'a second run does not take it for complete' test "$status:$(grep -c '^nothing to change' <<<"$out")" = 1:1
eval "$(sed -n 's/.*to the former version: //p' <<<"$err")" >/dev/null
check 'the way back that is told leads there' test "$(field stuck '.spec.template.spec.containers[0].image')" = web:1
run --deployment web
check 'in another namespace it is not found' test "$status" -eq 3
run --deployment web --context elsewhere
check 'nor in a context that is not there' test "$status" -eq 3
# What a kubelet would report of pods that crash soon after they were ready.
kubectl create deployment short --image short:1 --namespace shop >/dev/null
await ready short 1
kubectl rollout pause deployment/short --namespace shop >/dev/null
kubectl set image deployment/short short=short:2 --namespace shop >/dev/null
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
run --deployment short --namespace shop --timeout 60
check 'pods that are ready for a moment only are a failure' bash -c '[ "$1" = 1 ] && grep -qE "or only for a moment|ten seconds later (are not|no more)" <<<"$2"' _ "$status" "$err"
wait "$!"
finish
