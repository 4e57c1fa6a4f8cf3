#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create quota team --hard pods=2,requests.memory=2Gi,requests.cpu=2,count/configmaps=100,requests.storage=1e9 --namespace shop >/dev/null
kubectl create quota best --hard pods=0 --scopes BestEffort >/dev/null
kubectl create --filename - >/dev/null <<'EOF'
{"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "high"}, "spec": {"hard": {"pods": "4"},
 "scopeSelector": {"matchExpressions": [{"scopeName": "PriorityClass", "operator": "In", "values": ["high", "higher"]}]}}}
EOF
known() { [[ $(kubectl get quota --all-namespaces --output 'jsonpath={.items[*].status.hard.pods}') == '0 4 2' ]]; }
await known
kubectl run one --image web --requests memory=1Gi,cpu=500m --namespace shop >/dev/null
kubectl run two --image web --requests memory=512Mi,cpu=0 --namespace shop >/dev/null
used() { [[ $(kubectl get quota team --namespace shop --output 'jsonpath={.status.used.requests\.memory}') == 1536Mi ]]; }
await used
run
check 'it succeeds' test "$status" -eq 0
check 'what is full is marked' grep -qx '100%  shop/team  pods: 2 of 2  EXHAUSTED' <<<"$out"
check 'as who tries it sees' bash -c '! kubectl run three --image web --requests memory=1Mi,cpu=0 --namespace shop'
check 'sizes of different units are compared' grep -qx '75%  shop/team  requests.memory: 1536Mi of 2Gi' <<<"$out"
check 'thousandths of a processor are understood' grep -qx '25%  shop/team  requests.cpu: 500m of 2' <<<"$out"
check 'a bound with an exponent is not left out' grep -q '^0%  shop/team  requests.storage: 0 of 1e9$' <<<"$out"
check 'a bound of nothing is reached, and scopes are shown' grep -qx '100%  default/best  pods: 0 of 0  (only BestEffort)  EXHAUSTED' <<<"$out"
check 'so is a scope selector' grep -qx '0%  default/high  pods: 0 of 4  (only PriorityClass In high or higher)' <<<"$out"
check 'the fullest come first' test "$(sed -E 's/%.*//; /[a-z]/d' <<<"$out" | sort -rnc 2>&1)" = ''
check 'they are counted' grep -qx '3 quotas, 2 bounds reached' <<<"$out"
run --percent 75 --namespace shop
check 'only full ones can be chosen' test "$(grep -c '^[0-9]*%' <<<"$out")" -eq 2
run --namespace kube-public
check 'none is fine' test "$status:$out" = '0:0 quotas, 0 bounds reached'
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
run --context without-rights
check 'who may not see them learns no number' test "$status" -eq 3 -a -z "$out"
finish
