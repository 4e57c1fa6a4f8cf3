#!/usr/bin/env bash
. "$HARNESS"

cat >pods.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"cart-1","creationTimestamp":"2026-02-02T03:00:00Z"},"spec":{"volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"cart-data"}},{"name":"e","emptyDir":{}}]},"status":{"conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"0/3 nodes are available:\n3 Insufficient cpu."}]}},
 {"metadata":{"namespace":"jobs","name":"etl-1","creationTimestamp":"2026-02-02T02:00:00Z"},"spec":{"nodeName":"n2"},"status":{"conditions":[{"type":"PodScheduled","status":"True"}],"containerStatuses":[{"name":"etl","state":{"waiting":{"reason":"ImagePullBackOff","message":"Back-off pulling image \u001b[31mx"}}}]}},
 {"metadata":{"namespace":"jobs","name":"vol-1","uid":"u5","creationTimestamp":"2026-02-02T02:30:00Z"},"spec":{"nodeName":"n2"},"status":{"containerStatuses":[{"name":"db","state":{"waiting":{"reason":"ContainerCreating"}}}]}},
 {"metadata":{"namespace":"jobs","name":"init-1","creationTimestamp":"2026-02-02T01:00:00Z"},"spec":{"nodeName":"n2"},"status":{"initContainerStatuses":[{"name":"wait-db","state":{"running":{"startedAt":"2026-02-02T01:01:00Z"}}}],"containerStatuses":[{"name":"app","state":{"waiting":{"reason":"PodInitializing"}}}]}},
 {"metadata":{"namespace":"shop","name":"odd-1","creationTimestamp":"2026-02-02T04:00:00Z"},"spec":{},"status":{}},
 {"metadata":{"namespace":"shop","name":"dead-node-1","creationTimestamp":"2026-02-02T04:30:00Z"},"spec":{"nodeName":"n9"},"status":{"conditions":[{"type":"PodScheduled","status":"True"}]}},
 {"metadata":{"namespace":"shop","name":"gone-1","creationTimestamp":"2026-02-02T05:00:00Z","deletionTimestamp":"2026-02-02T06:00:00Z"},"spec":{},"status":{}}]}
EOF

cat >events.json <<'EOF'
{"items":[
 {"involvedObject":{"uid":"u5"},"reason":"FailedMount","message":"Unable to attach or mount volumes: old","lastTimestamp":"2026-02-02T02:31:00Z"},
 {"involvedObject":{"uid":"u5"},"reason":"FailedMount","message":"Unable to attach or mount volumes:\nunmounted volumes=[data\u001b]","lastTimestamp":"2026-02-02T02:35:00Z"},
 {"involvedObject":{"uid":"u5"},"reason":"FailedAttachVolume","message":"Multi-Attach error for volume pvc-1","lastTimestamp":null,"eventTime":"2026-02-02T02:33:00.000000Z"},
 {"involvedObject":{"uid":"other"},"reason":"Unhealthy","message":"of another pod","lastTimestamp":"2026-02-02T02:35:00Z"},
 {"involvedObject":{"uid":"r1","namespace":"full","name":"web-5d9"},"reason":"FailedCreate","message":"Error creating: exceeded quota: old","lastTimestamp":"2026-02-02T02:31:00Z"},
 {"involvedObject":{"uid":"r1","namespace":"full","name":"web-5d9"},"reason":"FailedCreate","message":"Error creating: pods \"web-5d9-x\" is forbidden:\nexceeded quota: q","lastTimestamp":"2026-02-02T02:36:00Z"}]}
EOF

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get namespace absent '*) echo 'Error from server (NotFound): namespaces "absent" not found' >&2; exit 1 ;;
  'get namespace shop '*) echo 'Error from server (Forbidden): namespaces "shop" is forbidden' >&2; exit 1 ;;
  'get namespace '*) echo "namespace/$3"; exit ;;
esac
case "$*" in
  'get events '*' --field-selector type=Warning --request-timeout=30s --output json') [ ! -e blind ] || exit 1; case $* in *'--namespace quiet '*) echo '{"items":[]}' ;; *) cat events.json ;; esac; exit ;;
esac
case "$*" in
  'get pods --all-namespaces --field-selector status.phase=Pending --request-timeout=30s --output json') cat pods.json ;;
  'get pods --namespace shop --field-selector status.phase=Pending --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' pods.json ;;
  'get pods --namespace full --field-selector status.phase=Pending --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get pods --namespace quiet --field-selector status.phase=Pending --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get pods --namespace silent --field-selector status.phase=Pending --request-timeout=30s --output json') ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a pod without a node is listed' grep -qx 'shop/cart-1: pending since 2026-02-02T03:00:00Z, no node yet' <<<"$out"
check 'with the words of the scheduler on one line' grep -qx '  Unschedulable: 0/3 nodes are available: 3 Insufficient cpu.' <<<"$out"
check 'and the claim it needs' grep -qx '  it needs the volume claim cart-data' <<<"$out"
check 'a pod that waits for its image is explained' grep -q '^  container etl: ImagePullBackOff: Back-off' <<<"$out"
check 'a hanging init container is explained' grep -qx '  init container wait-db runs since 2026-02-02T01:01:00Z' <<<"$out"
check 'waiting for the init container is not repeated' test "$(grep -c PodInitializing <<<"$out")" -eq 0
check 'a pod nobody has looked at is told' grep -q 'nothing is reported yet' <<<"$out"
check 'with the name of its scheduler' grep -qx '  nothing is reported yet (does the scheduler default-scheduler run?)' <<<"$out"
check 'of one that is placed its kubelet is asked for' grep -qx '  nothing is reported yet (does the kubelet of its node run?)' <<<"$out"
check 'a pod on its way out is left out' test "$(grep -c gone-1 <<<"$out")" -eq 0
check 'control characters are not printed' test "$(tr -d '\n' <<<"$out" | grep -c '[[:cntrl:]]')" -eq 0
check 'they are counted' grep -qx '6 pending pods, 2 of them without a node' <<<"$out"
check 'that older events are gone is told' grep -q '^note: events are kept for about an hour: ' <<<"$out"
check 'what stands in the events alone is told, the latest of each kind' test "$(grep -A3 '^jobs/vol-1' <<<"$out" | tail -n +2 | paste -sd '|')" = '  container db: ContainerCreating|  event: FailedAttachVolume: Multi-Attach error for volume pvc-1|  event: FailedMount: Unable to attach or mount volumes: unmounted volumes=[data ]'
check 'those of other pods are not' test "$(grep -c 'another pod' <<<"$out")" -eq 0
check 'and all could be looked at' test -z "$err"
run --namespace full
check 'where no pod may be made, that is told' test "$status:$out" = '0:full/web-5d9: at 2026-02-02T02:36:00Z a pod could not even be created: FailedCreate: Error creating: pods "web-5d9-x" is forbidden: exceeded quota: q
0 pending pods, 0 of them without a node'
touch blind; run
check 'without the right to see events the rest is told, and that' bash -c '[ "$1" -eq 0 ] && grep -q "events could not be looked at" <<<"$2" && grep -q "^6 pending pods" <<<"$3"' _ "$status" "$err" "$out"
rm blind
run --namespace quiet
check 'none is fine' test "$status:$out" = '0:0 pending pods, 0 of them without a node'

run --namespace silent
check 'an empty answer is not taken for an empty list' test "$status" -eq 3
run --namespace forbidden
check 'a list that cannot be read is refused, without a number' test "$status" -eq 3 -a -z "$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
run --namespace
check 'an option needs its value' test "$status" -eq 2
finish
