#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

run
check 'a cluster without any is told so' grep -qx '0 of 5 namespaces are being deleted' <<<"$out"
check 'all API services answer' grep -qx '0 API services are not available' <<<"$out"
kubectl create namespace old >/dev/null
kubectl create configmap kept --namespace old >/dev/null
kubectl patch configmap kept --namespace old --type merge --patch '{"metadata": {"finalizers": ["example.org/keep"]}}' >/dev/null
kubectl delete namespace old --wait=false >/dev/null
stuck() { kubectl get namespace old --output 'jsonpath={.status.conditions[?(@.status=="True")].type}' | grep -q NamespaceFinalizersRemaining; }
await stuck
run --namespace old
check 'one that hangs is told, and since when' grep -qx "namespace old: deleted at $(kubectl get namespace old --output 'jsonpath={.metadata.deletionTimestamp}'), still Terminating" <<<"$out"
check 'with what is left' grep -q '^  NamespaceContentRemaining: Some resources are remaining: configmaps. has [0-9]* resource instances' <<<"$out"
check 'and what holds it' grep -q '^  NamespaceFinalizersRemaining: .*example.org/keep in 1 resource instances' <<<"$out"
check 'and the name of what is held' grep -qx 'left: old/configmaps/kept, finalizers: example.org/keep' <<<"$out"
check 'and its own finalizer' grep -qx '  finalizers of the namespace: kubernetes' <<<"$out"
check 'a condition that is well says nothing' test "$(grep -c 'Failure' <<<"$out")" -eq 0
kubectl create --filename - >/dev/null <<'EOF'
{"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService", "metadata": {"name": "v1beta1.metrics.k8s.io"}, "spec": {"group": "metrics.k8s.io", "version": "v1beta1",
 "groupPriorityMinimum": 100, "versionPriority": 100, "insecureSkipTLSVerify": true, "service": {"name": "metrics-server", "namespace": "kube-system"}}}
EOF
broken() { kubectl get apiservice v1beta1.metrics.k8s.io --output 'jsonpath={.status.conditions[?(@.type=="Available")].status}' | grep -qx False; }
await broken
run
check 'they are counted' grep -qx '1 of 6 namespaces are being deleted' <<<"$out"
check 'an API service that does not answer is told' grep -qx 'API service not available: v1beta1.metrics.k8s.io (ServiceNotFound)' <<<"$out"
check 'and counted' grep -qx '1 API services are not available' <<<"$out"
kubectl delete apiservice v1beta1.metrics.k8s.io >/dev/null
kubectl patch configmap kept --namespace old --type merge --patch '{"metadata": {"finalizers": null}}' >/dev/null
gone() { [[ -z $(kubectl get namespace old --ignore-not-found --output name) ]]; }
await gone
run --namespace old
check 'one that is gone is refused' test "$status" -eq 3
run --context without-rights
check 'so is whoever may not look' test "$status" -eq 3
finish
