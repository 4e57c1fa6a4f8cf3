#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create --filename - >/dev/null <<'EOF'
{"apiVersion": "v1", "kind": "List", "items": [
 {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "deny", "namespace": "shop"}, "spec": {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}},
 {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "open", "namespace": "shop"}, "spec": {"podSelector": {}, "ingress": [{}]}},
 {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "cart"}, "spec": {
   "podSelector": {"matchLabels": {"app": "cart"}, "matchExpressions": [{"key": "tier", "operator": "NotIn", "values": ["x", "y"]}]},
   "ingress": [{"from": [{"podSelector": {"matchLabels": {"app": "web"}}}, {"namespaceSelector": {}}, {"namespaceSelector": {"matchLabels": {"team": "a"}}, "podSelector": {}}],
     "ports": [{"port": 8080}, {"protocol": "UDP", "port": "dns"}]}],
   "egress": [{"to": [{"ipBlock": {"cidr": "10.0.0.0/8", "except": ["10.1.0.0/16"]}}]}]}}]}
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'one without rules isolates, in both directions' test "$(grep -A 2 -x 'shop/deny: applies to pods all' <<<"$out" | grep -cE '^  (in|out): NOTHING is allowed$')" -eq 2
check 'an empty rule lets everybody in' test "$(grep -A 1 '^shop/open' <<<"$out" | tail -n 1)" = '  in: any port with anybody'
check 'and says nothing of the other direction' test "$(grep -A 2 '^shop/open' <<<"$out" | grep -c '  out:')" -eq 0
check 'pods are told by labels and expressions' grep -qx 'default/cart: applies to pods app=cart and tier NotIn x,y' <<<"$out"
check 'peers and ports are told' grep -qx '  in: TCP 8080, UDP dns pods app=web of this namespace; namespaces all; pods all in namespaces team=a' <<<"$out"
check 'the server added Ingress alone to a policy that has egress rules: none go out' test "$(kubectl get networkpolicy cart --output 'jsonpath={.spec.policyTypes}')" = '["Ingress","Egress"]'
check 'addresses are told' grep -qx '  out: any port addresses 10.0.0.0/8 except 10.1.0.0/16' <<<"$out"
check 'they are counted' grep -qx '3 network policies' <<<"$out"
check 'that they may not be enforced is told' grep -q '^note: whether the network plugin' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' grep -qx '2 network policies' <<<"$out"
run --namespace kube-public
check 'none is fine' test "$status:$out" = '0:0 network policies'
kubectl create --filename - >/dev/null <<'EOF'
{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "ciliumnetworkpolicies.cilium.io"}, "spec": {"group": "cilium.io",
 "scope": "Namespaced", "names": {"kind": "CiliumNetworkPolicy", "plural": "ciliumnetworkpolicies", "singular": "ciliumnetworkpolicy"}, "versions": [{"name": "v2", "served": true, "storage": true,
 "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}
EOF
await kubectl get ciliumnetworkpolicies.cilium.io
run --namespace kube-public
check 'a kind without any policy is not told' test "$status:$out" = '0:0 network policies'
kubectl create --namespace kube-public --filename - >/dev/null <<<'{"apiVersion": "cilium.io/v2", "kind": "CiliumNetworkPolicy", "metadata": {"name": "deny"}}'
run --namespace kube-public
check 'a policy of Cilium is told' grep -qx 'note: not shown, but they count as well: 1 ciliumnetworkpolicies.cilium.io' <<<"$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
run --context elsewhere
check 'so is a context that is not there' test "$status" -eq 3
run --context without-rights
check 'who may not see them learns no number' test "$status" -eq 3 -a -z "$out"
finish
