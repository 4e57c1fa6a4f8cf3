#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"kind":"Deployment","metadata":{"namespace":"shop","name":"cart"},"spec":{"replicas":3},"status":{"readyReplicas":1,"updatedReplicas":2,"conditions":[{"type":"Available","status":"False","reason":"MinimumReplicasUnavailable","message":"no\u001b minimum"},{"type":"Progressing","status":"True","reason":"x"}]}},
 {"kind":"Deployment","metadata":{"namespace":"shop","name":"web"},"spec":{"replicas":2},"status":{"readyReplicas":2,"updatedReplicas":2}},
 {"kind":"Deployment","metadata":{"namespace":"late","name":"stuck"},"spec":{"replicas":3},"status":{"readyReplicas":3,"updatedReplicas":1,"conditions":[{"type":"Progressing","status":"False","reason":"ProgressDeadlineExceeded","message":"timed out"}]}},
 {"kind":"Deployment","metadata":{"namespace":"shop","name":"off"},"spec":{"replicas":0},"status":{}},
 {"kind":"StatefulSet","metadata":{"namespace":"shop","name":"db"},"spec":{"replicas":1},"status":{"updatedReplicas":1}},
 {"kind":"DaemonSet","metadata":{"namespace":"ops","name":"agent"},"spec":{},"status":{"desiredNumberScheduled":5,"numberReady":4,"updatedNumberScheduled":5}}]}
EOF

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in 'get namespace '*' --request-timeout=30s --output name')
  case $3 in
    absent) echo 'Error from server (NotFound): namespaces "absent" not found' >&2; exit 1 ;;
    hidden) echo 'Error from server (Forbidden): namespaces "hidden" is forbidden' >&2; exit 1 ;;
  esac
  echo "namespace/$3"; exit ;;
esac
case "$*" in
  'get deployments.apps,statefulsets.apps,daemonsets.apps --all-namespaces --request-timeout=30s --output json') cat list.json ;;
  'get deployments.apps,statefulsets.apps,daemonsets.apps --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' list.json ;;
  'get deployments.apps,statefulsets.apps,daemonsets.apps --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get deployments.apps,statefulsets.apps,daemonsets.apps --namespace partial --request-timeout=30s --output json') echo '{"items":[]}'; echo 'Error from server (Forbidden): you may not list some of it' >&2; exit 1 ;;
  'get deployments.apps,statefulsets.apps,daemonsets.apps --namespace hidden --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get deployments.apps,statefulsets.apps,daemonsets.apps --namespace silent --request-timeout=30s --output json') ;;
  *) echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'one without any ready pod comes first' grep -qx 'DOWN: shop/StatefulSet/db: 0 of 1 ready, 1 of the newest version' <<<"$(head -n 1 <<<"$out")"
check 'a degraded deployment is listed' grep -qx 'degraded: shop/Deployment/cart: 1 of 3 ready, 2 of the newest version' <<<"$out"
check 'with what its conditions say, without control characters' grep -qx '  MinimumReplicasUnavailable: no  minimum' <<<"$out"
check 'a condition that is well says nothing' test "$(grep -c '  x:' <<<"$out")" -eq 0
check 'a daemonset is counted by nodes' grep -q '^degraded: ops/DaemonSet/agent: 4 of 5' <<<"$out"
check 'a healthy one is not listed' test "$(grep -c 'web' <<<"$out")" -eq 0
check 'those of which no pod is wanted are named' grep -qx 'no pods wanted: shop/Deployment/off' <<<"$out"
check 'they are counted' grep -qx '3 of 6 deployments, StatefulSets and DaemonSets are not ready, 1 are scaled to 0' <<<"$out"
check 'a rollout that failed beside old pods that are ready is told' grep -A 1 -x 'READY, but its rollout has failed: late/Deployment/stuck: 1 of 3 of the newest version' <<<"$out"
check 'with its reason' grep -qx '  ProgressDeadlineExceeded: timed out' <<<"$out"
check 'and of no other' test "$(grep -c 'rollout has failed' <<<"$out")" -eq 1
run --namespace shop
check 'one namespace can be chosen' grep -qx '2 of 4 deployments, StatefulSets and DaemonSets are not ready, 1 are scaled to 0' <<<"$out"
run --namespace quiet
check 'none is fine' grep -q '^0 of 0 deployments' <<<"$out"

run --namespace partial
check 'a part of the list is no list' test "$status" -eq 3 -a -z "$out"
run --namespace silent
check 'an empty answer is not taken for an empty list' test "$status" -eq 3
run --namespace forbidden
check 'a list that cannot be read is refused' test "$status" -eq 3
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
run --namespace hidden
check 'whoever may not look at namespaces may still look into one' test "$status" -eq 0

run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
