#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

pod() { # NAMESPACE NAME METADATA
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "$2", "namespace": "$1", $3}, "spec": {"nodeName": "n1", "containers": [{"name": "a", "image": "web"}]}}
Y
}
slow='"labels": {"slow-to-end": "x"}'
pod shop held '"finalizers": ["example.org/keep"]'
pod shop slow "$slow"
pod shop gentle "$slow"
pod shop alive "$slow"
pod default other "$slow"
kubectl delete pod held slow --namespace shop --grace-period 1 --wait=false >/dev/null
kubectl delete pod other --grace-period 1 --wait=false >/dev/null
kubectl delete pod gentle --namespace shop --grace-period 3600 --wait=false >/dev/null
reports /api/v1/nodes/n1 '{"status": {"conditions": [{"type": "Ready", "status": "Unknown", "reason": "NodeStatusUnknown"}]}}'
overdue() { [[ $(date -u +%Y-%m-%dT%H:%M:%SZ) > $(kubectl get pods --all-namespaces --output 'jsonpath={.items[?(@.metadata.deletionGracePeriodSeconds==1)].metadata.deletionTimestamp}' | awk '{print $NF}') ]]; }
await overdue
run --minutes 0
check 'it succeeds' test "$status" -eq 0
check 'one that is held is listed with its node' grep -q '^shop/held: overdue by 0 minutes, phase .*, node n1 (Ready: Unknown)$' <<<"$out"
check 'and with its finalizer' test "$(grep -A1 "^shop/held:" <<<"$out" | tail -n 1)" = "  finalizers: example.org/keep"
check 'so is one whose kubelet is silent' grep -q '^shop/slow: ' <<<"$out"
check 'one within its grace period, or alive, is not' test "$(grep -cE 'gentle|alive' <<<"$out")" -eq 0
check 'they are counted' grep -qx '3 pods are stuck, 4 are being deleted' <<<"$out"
run --minutes 0 --namespace shop
check 'one namespace can be chosen' grep -qx '2 pods are stuck, 3 are being deleted' <<<"$out"
run
check 'after a minute a pod is not stuck yet' test "$status:$out" = '0:0 pods are stuck, 4 are being deleted'
kubectl patch pod held --namespace shop --type merge --patch '{"metadata": {"finalizers": null}}' >/dev/null
gone() { [[ -z $(kubectl get pod held --namespace shop --ignore-not-found --output name) ]]; }
await gone
run --minutes 0 --namespace shop
check 'without its finalizer it goes' test "$(grep -c held <<<"$out")" -eq 0
kubectl --namespace shop create role pods --verb list --resource pods >/dev/null
kubectl --namespace shop create rolebinding pods --role pods --user guest >/dev/null
run --minutes 0 --namespace shop --context without-rights
check 'who may not see nodes is told so' grep -q '^shop/slow: .*(Ready: not known)$' <<<"$out"
run --context without-rights
check 'who may not see pods learns no number' test "$status" -eq 3 -a -z "$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
finish
