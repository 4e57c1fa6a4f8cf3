#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create configmap app --from-literal level=info --from-literal other=same --from-literal file=$'a\nb' --namespace shop >/dev/null
value() { kubectl get configmap app --namespace shop --output "jsonpath={.data.$1}"; }
run --configmap app --key level --value debug --namespace shop --dry-run
check 'a dry run changes nothing' test "$(value level)" = info
kubectl annotate configmap app argocd.argoproj.io/tracking-id=x --namespace shop >/dev/null
run --configmap app --key level --value debug --namespace shop --dry-run
check 'who may set it back is told' grep -q '^warning: Argo CD keeps this ConfigMap' <<<"$err"
kubectl annotate configmap app argocd.argoproj.io/tracking-id- --namespace shop >/dev/null
run --configmap app --key level --value 'debug "x", {y: 1}' --context shop-cluster
check 'it succeeds' test "$status" -eq 0
check 'the value is set, character for character' test "$(value level)" = 'debug "x", {y: 1}'
check 'the others stay' test "$(value other)" = same
check 'the former value is told' grep -qx 'former value: info' <<<"$out"
kubectl patch configmap app --namespace shop --patch '{"data": {"line": "old\n"}}' >/dev/null
run --configmap app --key line --value new --namespace shop
check 'a line break at its end stays' test "$(kubectl get configmap app --namespace shop --output json | jq .data.line)" = '"new\n"'
run --configmap app --key lvel --value x --namespace shop
check 'a key that is not there is refused' test "$status" -eq 3
run --configmap app --key file --value x --namespace shop
check 'a file is refused' test "$status" -eq 3 -a "$(value file)" = $'a\nb'
kubectl patch configmap app --namespace shop --patch '{"immutable": true}' >/dev/null
run --configmap app --key level --value info --namespace shop
check 'an immutable one is refused' test "$status" -eq 3
run --configmap app --key level --value info
check 'in another namespace it is not found' test "$status" -eq 3
finish
