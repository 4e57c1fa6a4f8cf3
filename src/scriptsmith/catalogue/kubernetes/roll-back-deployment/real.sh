#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

ready() { [[ $(kubectl get deployment "$1" --namespace shop --output 'jsonpath={.status.readyReplicas}') == "$2" ]]; }
images() { kubectl get deployment "$1" --namespace shop --output 'jsonpath={.spec.template.spec.containers[*].image}'; }
kubectl create deployment web --image web:1 --namespace shop >/dev/null
await ready web 1
run --deployment web --namespace shop
check 'without a former revision it is refused' test "$status" -eq 3
kubectl set image deployment/web web=web:2 --namespace shop >/dev/null
kubectl rollout status deployment/web --namespace shop --timeout 60s >/dev/null
kubectl set image deployment/web web=broken:3 --namespace shop >/dev/null
third() { [[ $(kubectl get deployment web --namespace shop --output 'jsonpath={.metadata.annotations.deployment\.kubernetes\.io/revision}') == 3 ]]; }
await third
run --deployment web --namespace shop --dry-run
check 'a dry run shows the template that would come' grep -q 'web:2' <<<"$out"
check 'and changes nothing' test "$(images web)" = broken:3
kubectl label deployment web app.kubernetes.io/instance=shop --namespace shop >/dev/null
run --deployment web --namespace shop --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this deployment and may set the template back' <<<"$err"
kubectl annotate deployment web meta.helm.sh/release-name=shop --namespace shop >/dev/null
run --deployment web --namespace shop --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this deployment' <<<"$err"
kubectl label deployment web app.kubernetes.io/instance- --namespace shop >/dev/null
kubectl annotate deployment web meta.helm.sh/release-name- --namespace shop >/dev/null
run --deployment web --context shop-cluster --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'the revision before is back' test "$(images web)" = web:2
check 'its number is told' grep -q 'template of revision 2 again (now numbered 4; left behind: 3)' <<<"$out"
run --deployment web --namespace shop
check 'a second time it does not swing back to what was left' test "$status:$(images web):$(grep -c 'revision 4 of deployment web is an earlier one (2) that was gone back to, so the one before, 3, ' <<<"$err")" = 3:web:2:1
check 'the revisions are listed with their images' test "$(head -n 3 <<<"$err")" = '  revision 1: web:1
  revision 3: broken:3
  revision 4 (before: 2): web:2'
run --deployment web --namespace shop --revision 2 --timeout 60
check 'by the number that it had there is nothing to do' test "$status:$(images web):$(grep -c '^nothing to do: deployment web is at revision 4' <<<"$out")" = 0:web:2:1
run --deployment web --namespace shop --revision 1 --timeout 60
check 'an older one can be named' test "$(images web)" = web:1
# Something that keeps the deployment as it stands in a repository.
(while [[ $(images web) != web:2 ]]; do sleep 0.1; done; kubectl set image deployment/web web=web:1 --namespace shop >/dev/null) &
kubectl patch deployment web --namespace shop --patch '{"spec": {"minReadySeconds": 3}}' >/dev/null
run --deployment web --namespace shop --revision 2 --timeout 60
check 'one that is set back meanwhile is a failure' test "$status:$(images web)" = 1:web:1 -a -n "$(grep 'changed the deployment again' <<<"$err")"
wait "$!"
run --deployment web --namespace shop --revision 99
check 'one that is not there is refused' test "$status" -eq 3
run --deployment web --namespace shop --revision 3 --timeout 4
check 'pods that do not become ready are a failure' test "$status" -eq 1
now=$(kubectl get deployment web --namespace shop --output 'jsonpath={.metadata.annotations.deployment\.kubernetes\.io/revision}')
run --deployment web --namespace shop --revision "$now" --timeout 4
check 'the second time, too, by the number that it has now' test "$status:$(grep -c '^nothing to do' <<<"$out")" = 1:1
# The same pods anew.
kubectl create deployment again --image again:1 --namespace shop >/dev/null
await ready again 1
kubectl set image deployment/again again=again:2 --namespace shop >/dev/null
kubectl rollout status deployment/again --namespace shop --timeout 60s >/dev/null
kubectl rollout restart deployment/again --namespace shop >/dev/null
kubectl rollout status deployment/again --namespace shop --timeout 60s >/dev/null
run --deployment again --namespace shop
check 'what differs by a restart alone is not gone back to' test "$status:$(images again):$(grep -c 'revision 2 of deployment again differs from 3 by a restart alone' <<<"$err")" = 3:again:2:1
kubectl set env deployment/again LEVEL=debug --namespace shop >/dev/null
kubectl rollout status deployment/again --namespace shop --timeout 60s >/dev/null
run --deployment again --namespace shop --timeout 60
check 'what differs by a setting is, with the word that the images are the same' test "$status:$(grep -c '^warning: revisions 4 and 3 have the same images' <<<"$err"):$(kubectl get deployment again --namespace shop --output 'jsonpath={.spec.template.spec.containers[*].env}')" = 0:1:
# What a kubelet would report of pods that crash soon after they were ready.
kubectl create deployment short --image short:1 --namespace shop >/dev/null
await ready short 1
kubectl set image deployment/short short=short:2 --namespace shop >/dev/null
kubectl rollout status deployment/short --namespace shop >/dev/null
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
