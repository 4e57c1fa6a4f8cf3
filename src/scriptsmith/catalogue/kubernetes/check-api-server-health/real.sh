#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

run
check 'a healthy API server succeeds' test "$status" -eq 0
passing=$(kubectl get --raw '/readyz?verbose' | grep -c '^\[+\]')
check 'each of its checks is counted' grep -qE "^checks of the API server: $passing pass, 0 fail, answered within [0-9]+ ms$" <<<"$out"
services=$(kubectl get apiservices --output name | wc -l)
check 'and each API service' grep -qx "API services: $services of $services available" <<<"$out"
# Behind Rancher the path of the server's address says which cluster.
kubectl proxy --port 8001 --api-prefix /k8s/clusters/c-1 >/dev/null &
kubectl config set-cluster path --server http://127.0.0.1:8001/k8s/clusters/c-1 >/dev/null
kubectl config set-context behind-a-path --cluster path >/dev/null
await kubectl get namespaces --context behind-a-path
run --context behind-a-path
check 'and asked below that path' test "$status" -eq 0 -a -n "$(grep "^checks of the API server: $passing pass" <<<"$out")"
run --context without-rights
check 'who may not see API services learns that they were not looked at' grep -q 'could not be looked at' <<<"$out"
check 'and is not told that they are well' test -z "$(grep 'what is behind it' <<<"$out")"
kubectl create --filename - >/dev/null <<'Y'
{"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService", "metadata": {"name": "v1beta1.metrics.k8s.io"}, "spec": {"group": "metrics.k8s.io",
 "version": "v1beta1", "insecureSkipTLSVerify": true, "groupPriorityMinimum": 100, "versionPriority": 100, "service": {"name": "absent", "namespace": "shop"}}}
Y
unavailable() { [[ $(kubectl get apiservice v1beta1.metrics.k8s.io --output 'jsonpath={.status.conditions[0].status}') == False ]]; }
await unavailable
run
check 'a broken API service is a failure' test "$status" -eq 1
check 'it is named with the reason' grep -qx 'API service not available: v1beta1.metrics.k8s.io (ServiceNotFound)' <<<"$out"
run --context unknown-user
check 'who is not known to the server is no sick server' test "$status" -eq 3
pkill -x etcd
failing() { ! kubectl get --raw /readyz; }
await failing
run
check 'without etcd it is a failure' test "$status" -eq 1
check 'and etcd is named' grep -q '^FAILS: etcd ' <<<"$out"
pkill -x kube-apiserver
gone() { ! curl --silent --insecure https://127.0.0.1:6443/; }
await gone
run
check 'a server that is gone is a failure' test "$status" -eq 1 -a -n "$(grep '^not reachable: ' <<<"$out")"
finish
