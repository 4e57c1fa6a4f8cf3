#!/usr/bin/env bash
. "$HARNESS"

cat >pods.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"cart-1","ownerReferences":[{"kind":"ReplicaSet","name":"cart-6d","controller":true}]},"spec":{"containers":[{"name":"a"},{"name":"b"}],"volumes":[{"name":"t","emptyDir":{}}]},"status":{"phase":"Running","containerStatuses":[{"ready":true,"restartCount":2},{"ready":false,"restartCount":1}]}},
 {"metadata":{"namespace":"kube-system","name":"proxy-1","ownerReferences":[{"kind":"DaemonSet","name":"proxy","controller":true}]},"spec":{"containers":[{"name":"a"}]},"status":{"phase":"Running","containerStatuses":[{"ready":true,"restartCount":0}]}},
 {"metadata":{"namespace":"kube-system","name":"etcd-n1","annotations":{"kubernetes.io/config.mirror":"x"},"ownerReferences":[{"kind":"Node","name":"n1","controller":true}]},"spec":{"containers":[{"name":"a"}]},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"ops","name":"debug","deletionTimestamp":"2026-02-02T03:00:00Z"},"spec":{"containers":[{"name":"a"}]},"status":{"phase":"Running"}}]}
EOF
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get node n1 --request-timeout=30s --output name' | 'get node idle --request-timeout=30s --output name' | 'get node denied --request-timeout=30s --output name') echo "node/$3" ;;
  'get pods --all-namespaces --field-selector spec.nodeName=n1 --request-timeout=30s --output json') cat pods.json ;;
  'get pods --all-namespaces --field-selector spec.nodeName=idle --request-timeout=30s --output json') echo '{"items":[]}' ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server' >&2; exit 1 ;;
esac
EOF
run --node n1
check 'it succeeds' test "$status" -eq 0
check 'a pod is listed with its controller' grep -qx 'shop/cart-1  Running  ready 1/2  restarts 3  ReplicaSet/cart-6d  (emptyDir)' <<<"$out"
check 'a pod of a DaemonSet is listed' grep -q 'kube-system/proxy-1 .*DaemonSet/proxy' <<<"$out"
check 'a static pod is told' grep -q 'etcd-n1 .*static pod of the node' <<<"$out"
check 'a pod without a controller is marked' grep -q '^ops/debug  Terminating .*NO CONTROLLER' <<<"$out"
check 'they are counted' grep -qx '4 pods: 1 of DaemonSets, 1 static, 1 without a controller' <<<"$out"
run --node idle
check 'an idle node is fine' test "$status:$out" = '0:0 pods: 0 of DaemonSets, 0 static, 0 without a controller'
run --node absent
check 'a missing node is refused' test "$status" -eq 3
run --node denied
check 'a list that cannot be read is refused, without a number' test "$status" -eq 3 -a -z "$out"
run
check 'the node is required' test "$status" -eq 2
run --node 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --node '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
run --node --help
check 'an option is no name' test "$status" -eq 2
finish
