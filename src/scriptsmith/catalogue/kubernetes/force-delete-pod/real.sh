#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

make() { # NAME: a pod that does not end when it is told to
  kubectl run "$1" --image x --labels slow-to-end=yes --namespace shop --overrides "{\"apiVersion\": \"v1\", \"spec\": ${2-{\}}}" >/dev/null
  await running "$1"
}
running() { [[ $(kubectl get pod "$1" --namespace shop --output 'jsonpath={.status.phase}') == Running ]]; }
gone() { [[ -z $(kubectl get pod "$1" --namespace shop --ignore-not-found --output name) ]]; }
make stuck
run --pod stuck --namespace shop
check 'one that nobody deletes is refused' test "$status" -eq 3
kubectl delete pod stuck --grace-period 30 --wait=false --namespace shop >/dev/null
run --pod stuck --namespace shop
check 'one that has time left is refused' test "$status" -eq 3
check 'and stays' running stuck
make overdue
kubectl delete pod overdue --grace-period 1 --wait=false --namespace shop >/dev/null
sleep 2.5
run --pod overdue --namespace shop --dry-run
check 'a dry run deletes nothing' running overdue
run --pod overdue --context shop-cluster
check 'one that is stuck is gone' test "$status" -eq 0
check 'from the API server' gone overdue
run --pod overdue --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to delete' <<<"$out"
make writes '{"volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "v"}}]}'
kubectl delete pod writes --grace-period 1 --wait=false --namespace shop >/dev/null
make held
kubectl patch pod held --namespace shop --patch '{"metadata": {"finalizers": ["example.org/clean"]}}' >/dev/null
kubectl delete pod held --grace-period 1 --wait=false --namespace shop >/dev/null
sleep 2.5
run --pod writes --namespace shop
check 'one with a volume claim is refused while its node exists' test "$status" -eq 3
run --pod held --namespace shop --node-is-off yes
check 'one that waits for a finalizer is refused' test "$status:$(grep -c example.org/clean <<<"$err")" = 3:1
run --pod writes --namespace shop --node-is-off yes
check 'unless somebody made sure' test "$status" -eq 0
check 'and it is gone' gone writes
finish
