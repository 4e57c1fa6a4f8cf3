#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

kubectl create deployment web --image web --namespace shop >/dev/null
kubectl expose deployment web --port 80 --target-port 8080 --namespace shop >/dev/null
kubectl create service clusterip typo --tcp 80:http --namespace shop >/dev/null
kubectl create deployment slow --image broken >/dev/null
kubectl expose deployment slow --port 81 >/dev/null
kubectl create service clusterip manual --clusterip None >/dev/null
kubectl patch service manual --type json --patch '[{"op": "remove", "path": "/spec/selector"}]' >/dev/null
kubectl create service externalname alias --external-name db.example.org >/dev/null
kubectl create service clusterip renamed --tcp 80:http --namespace shop >/dev/null
kubectl patch service renamed --namespace shop --patch '{"spec": {"selector": {"app": "web"}}}' >/dev/null
kubectl create service clusterip peers --clusterip None --namespace shop >/dev/null
kubectl patch service peers --namespace shop --patch '{"spec": {"selector": {"app": "web"}}}' >/dev/null
kubectl patch deployment web --namespace shop --patch '{"spec": {"template": {"spec": {"containers": [{"name": "web", "ports": [{"name": "main", "containerPort": 8080}]}]}}}}' >/dev/null
kubectl create --namespace shop --filename - >/dev/null <<<'{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "half"}, "spec": {"selector": {"app": "web"}, "ports": [{"name": "a", "port": 80, "targetPort": "main"}, {"name": "b", "port": 9090, "targetPort": "prom"}]}}'
# Two services that go by the same name in two namespaces.
kubectl create service clusterip web --tcp 80 >/dev/null
ends() { [[ $(kubectl get endpointslices --namespace "$1" --selector kubernetes.io/service-name="$2" --output 'jsonpath={.items[*].endpoints[*].conditions.ready}') == "$3" ]]; }
kubectl rollout status deployment/web --namespace shop --timeout 60s >/dev/null
await ends shop web true
await ends shop half true
await ends shop renamed true
await ends shop peers true
pod=$(kubectl get pods --selector app=slow --output 'jsonpath={.items[0].metadata.name}')
await ends default slow false
run
check 'it succeeds' test "$status" -eq 0
check 'one whose selector matches nothing is listed' grep -qx 'shop/typo: its selector matches no pod with an address' <<<"$out"
check 'with its selector and ports' grep -qx '  selector: app=typo  ports: 80->http' <<<"$out"
check 'one whose pods are not ready is told apart' grep -qx 'default/slow: 1 endpoints, none ready' <<<"$out"
check 'so is one without a selector' grep -qx 'default/manual: it has no selector, and nobody has made endpoints' <<<"$out"
check 'one whose target port no pod has is listed, as kubectl sees it' test "$(kubectl get endpoints renamed --namespace shop --output 'jsonpath={.subsets}')" = '' \
  -a -n "$(grep -x 'shop/renamed: 1 ready pods, and none has its target port' <<<"$out")"
check 'so is one of whose ports one leads nowhere' grep -qx 'shop/half: no ready pod has its port 9090->prom' <<<"$out"
check 'one without ports needs none' test "$(grep -c shop/peers <<<"$out")" -eq 0
check 'one with ready pods is not listed, nor a name elsewhere' test "$(grep -cE '^(shop/web|default/(kubernetes|alias))' <<<"$out")" -eq 0
check 'its namesake is' grep -q '^default/web: ' <<<"$out"
check 'they are counted' grep -qx '5 of 9 services have no ready endpoint, 1 more have none on some port' <<<"$out"
reports "/api/v1/namespaces/default/pods/$pod" '{"status": {"conditions": [{"type": "Ready", "status": "True"}]}}'
await ends default slow true
run --namespace default
check 'once it is ready it is not listed' grep -qx '2 of 4 services have no ready endpoint' <<<"$out"
kubectl create role half --verb list --resource services --namespace shop >/dev/null
kubectl create rolebinding half --role half --user guest --namespace shop >/dev/null
run --namespace shop --context without-rights
check 'who may see services alone gets no list in which all are without endpoints' test "$status" -eq 3 -a -z "$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
finish
