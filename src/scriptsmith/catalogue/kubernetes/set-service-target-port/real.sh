#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

shop() { kubectl --namespace shop "$@"; }
shop create deployment web --image web --port 8080 >/dev/null
shop expose deployment web --port 80 --target-port 8081 >/dev/null
shop create --filename - >/dev/null <<'EOF'
{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "dns"}, "spec": {"selector": {"app": "web"}, "ports": [
 {"name": "udp", "protocol": "UDP", "port": 53, "targetPort": 5353}, {"name": "tcp", "port": 53, "targetPort": 5353}, {"name": "http", "port": 80, "targetPort": "web"}]}}
EOF
targets() { shop get service "$1" --output 'jsonpath={.spec.ports[*].targetPort}'; }
reached() { [[ $(shop get endpoints web --output 'jsonpath={.subsets[*].ports[*].port}') == "$1" ]]; }
await reached 8081
run --service web --target-port 8080 --namespace shop --dry-run
check 'a dry run changes nothing' test "$(targets web)" = 8081
check 'the ports that its pods declare are shown' grep -q '^ports that its pods declare: 8080' <<<"$out"
shop label service web app.kubernetes.io/instance=shop >/dev/null
run --service web --target-port 8080 --namespace shop --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this service' <<<"$err"
shop annotate service web meta.helm.sh/release-name=shop >/dev/null
run --service web --target-port 8080 --namespace shop --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this service' <<<"$err"
shop label service web app.kubernetes.io/instance- >/dev/null
shop annotate service web meta.helm.sh/release-name- >/dev/null
owner=$(kubectl get namespace shop --output 'jsonpath={.metadata.uid}')
shop patch service web --type merge --patch "{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"name\": \"shop\", \"uid\": \"$owner\"}]}}" >/dev/null
run --service web --target-port 8080 --namespace shop --dry-run
check 'and so is an owner' grep -q '^warning: its owner (Namespace) keeps this service' <<<"$err"
shop patch service web --type merge --patch '{"metadata": {"ownerReferences": null}}' >/dev/null
run --service web --target-port 8080 --context shop-cluster
check 'it succeeds' test "$status" -eq 0
check 'the target port is set' test "$(targets web)" = 8080
check 'and the endpoints follow' await reached 8080
check 'the former one is told' grep -qx 'set: port 80 of service web goes to target port 8080 (before: 8081)' <<<"$out"
run --service web --target-port 8080 --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
run --service dns --target-port 54 --namespace shop
check 'one of several ports must be named' test "$status" -eq 2
run --service dns --target-port 54 --service-port 53 --namespace shop
check 'a number that stands for two protocols is refused' test "$status:$(targets dns)" = '3:5353 5353 web'
run --service dns --target-port 8443 --service-port 80 --namespace shop
check 'the named port alone is changed' test "$(targets dns)" = '5353 5353 8443'
eval "$(sed -n 's/^back to the name: //p' <<<"$out")" >/dev/null
check 'the command that it prints leads back to a name' test "$(targets dns)" = '5353 5353 web'
shop create --filename - >/dev/null <<'EOF'
{"apiVersion": "v1", "kind": "List", "items": [
 {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "far", "labels": {"kustomize.toolkit.fluxcd.io/name": "apps"}}, "spec": {"ports": [{"port": 80, "targetPort": 8081}]}},
 {"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": "far"}, "subsets": [{"addresses": [{"ip": "192.0.2.7"}], "ports": [{"port": 8081}]}]}]}
EOF
run --service far --target-port 8080 --namespace shop
check 'that a service without a selector keeps its endpoints is told' \
  test "$status:$(grep -c '^warning: service far has no selector' <<<"$err"):$(shop get endpoints far --output 'jsonpath={.subsets[*].ports[*].port}')" = 0:1:8081
check 'and that Flux keeps it' grep -q '^warning: Flux keeps this service' <<<"$err"
run --service dns --target-port 1 --service-port 81 --namespace shop
check 'a port that is not there is refused' test "$status" -eq 3
run --service web --target-port 1
check 'in another namespace it is not found' test "$status" -eq 3
finish
