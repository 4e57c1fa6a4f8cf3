#!/usr/bin/env bash
. "$HARNESS"
use kubelets

run
check 'without a metrics server it is refused' test "$status" -eq 3
kubectl create --filename - >/dev/null <<'EOF'
{"apiVersion": "v1", "kind": "List", "items": [
 {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "metrics", "namespace": "kube-system"}, "spec": {"clusterIP": "10.0.0.77", "ports": [{"port": 443}]}},
 {"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": "metrics", "namespace": "kube-system"}, "subsets": [{"addresses": [{"ip": "10.1.0.1"}], "ports": [{"port": 443}]}]},
 {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService", "metadata": {"name": "v1beta1.metrics.k8s.io"}, "spec": {"group": "metrics.k8s.io", "version": "v1beta1",
  "groupPriorityMinimum": 100, "versionPriority": 100, "insecureSkipTLSVerify": true, "service": {"name": "metrics", "namespace": "kube-system"}}}]}
EOF
usage() { printf '{"metadata": {"name": "%s"}, "timestamp": "2026-02-02T03:00:00Z", "window": "30s", "usage": {"cpu": "%s", "memory": "%s"}}' "$@"; }
measured() { printf '{"kind": "NodeMetricsList", "apiVersion": "metrics.k8s.io/v1beta1", "metadata": {}, "items": [%s]}' "$1" >"$told/metrics.json"; }
measured "$(usage n1 3900m 1Gi), $(usage n2 250m 7Gi)" # of 4 processors and 8 GiB
await kubectl top nodes
run
check 'it succeeds' test "$status" -eq 0
check 'one that is full of work is marked' grep -Eqx 'n1 +3900m +97% +1024Mi +12% +FULL' <<<"$out"
check 'one that is full of memory, too, and comes first' grep -Eqx 'n2 +250m +6% +7168Mi +87% +FULL' <<<"$(sed -n 2p <<<"$out")"
check 'one without measurements is told' grep -Eqx 'n3 +<unknown> .* NO MEASUREMENTS' <<<"$out"
check 'they are counted' grep -qx '3 nodes: 2 at 85% or more, 1 without measurements' <<<"$out"
run --percent 88
check 'the percentage can be chosen' grep -Eqx 'n2 +250m +6% +7168Mi +87% *' <<<"$out"
run --sort cpu
check 'and the order' grep -q '^n1 ' <<<"$(sed -n 2p <<<"$out")"
run --context without-rights
check 'whoever may not see them is refused' test "$status" -eq 3
finish
