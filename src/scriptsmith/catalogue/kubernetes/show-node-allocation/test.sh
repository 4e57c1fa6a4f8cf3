#!/usr/bin/env bash
. "$HARNESS"

cat >nodes.json <<'EOF'
{"items":[
 {"metadata":{"name":"n1"},"spec":{"taints":[{"key":"soft","effect":"PreferNoSchedule"}]},"status":{"conditions":[{"type":"Ready","status":"True"}],"allocatable":{"cpu":"4","memory":"8388608Ki","pods":"110"}}},
 {"metadata":{"name":"n3"},"spec":{"taints":[{"key":"node.kubernetes.io/unreachable","effect":"NoExecute"}]},"status":{"conditions":[{"type":"MemoryPressure","status":"False"},{"type":"Ready","status":"Unknown"}],"allocatable":{"cpu":"4","memory":"64Gi","pods":"110"}}},
 {"metadata":{"name":"n4"},"spec":{"taints":[{"key":"tenant","effect":"NoExecute"},{"key":"gpu","effect":"NoSchedule"}]},"status":{"conditions":[{"type":"Ready","status":"True"}],"allocatable":{"cpu":"4","memory":"1Gi","pods":"110"}}},
 {"metadata":{"name":"n2"},"spec":{"unschedulable":true,"taints":[{"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule"}]},"status":{"conditions":[{"type":"Ready","status":"True"}],"allocatable":{"cpu":"3920m","memory":"16Gi","pods":"110"}}}]}
EOF
cat >pods.json <<'EOF'
{"items":[
 {"spec":{"nodeName":"n1","containers":[{"resources":{"requests":{"cpu":"500m","memory":"1Gi"}}},{"resources":{"requests":{"cpu":"1","memory":"1073741824"}}}],"initContainers":[{"resources":{"requests":{"memory":"512Mi"}}},{"restartPolicy":"Always","resources":{"requests":{"cpu":"100m"}}}]}},
 {"spec":{"nodeName":"n1","containers":[{}],"initContainers":[{"resources":{"requests":{"memory":"2Gi"}}}]}},
 {"spec":{"containers":[{"resources":{"requests":{"cpu":"64"}}}]}}]}
EOF
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$(cat mode 2>/dev/null):$*" in
  silent:get\ nodes*) ;;
  blind:get\ pods*) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; exit 1 ;;
  mute:get\ pods*) ;;
  dead:*) exit 1 ;;
  *':get nodes --request-timeout=30s --output json') cat nodes.json ;;
  *':get pods --all-namespaces --field-selector status.phase!=Succeeded,status.phase!=Failed --request-timeout=60s --output json') cat pods.json ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'requests are summed up, init containers by the largest' grep -qx 'n1: memory 4096 of 8192 MiB (50%), cpu 1600m of 4000m (40%), pods 2 of 110' <<<"$out"
check 'an empty node has room, and cordoned ones are marked' grep -qx 'n2: memory 0 of 16384 MiB (0%), cpu 0m of 3920m (0%), pods 0 of 110  CORDONED' <<<"$out"
check 'the most room comes first' grep -q '^n2:' <<<"$(head -n 1 <<<"$out")"
check 'one that is not ready comes last, and is marked' grep -qx 'n3: memory 0 of 65536 MiB (0%), .* pods 0 of 110  NOT READY' <<<"$(tail -n 2 <<<"$out")"
check 'taints that keep pods away are told' grep -qx 'n4: .*  TAINTED tenant gpu' <<<"$out"
jq -c '.items[0].spec.taints = [{"key": "node.kubernetes.io/disk-pressure", "effect": "NoSchedule"}]' nodes.json >pressed; cp nodes.json kept; mv pressed nodes.json
run; mv kept nodes.json
check 'so is a pressure on a node that is ready' grep -qx 'n1: .*  TAINTED node.kubernetes.io/disk-pressure' <<<"$out"
check 'pods without a node are counted' grep -qx '4 nodes, 1 pods without a node' <<<"$out"
cp pods.json first
jq -c '.items[2].spec = {"nodeName": "n2", "resources": {"requests": {"memory": "1e9"}}, "containers": [{"resources": {"requests": {"memory": "4Gi"}}}],
  "initContainers": [{"restartPolicy": "Always", "resources": {"requests": {"cpu": "200m"}}}, {"resources": {"requests": {"cpu": "2"}}}]}' first >pods.json
run
check 'the request of a pod as a whole counts, and what runs beside an init container' grep -qx 'n2: memory 953 of 16384 MiB (5%), cpu 2200m of 3920m (56%), pods 1 of 110  CORDONED' <<<"$out"
jq -c '.items[0].spec.containers[0].resources.requests.memory = "1Zi"' first >pods.json; run
check 'a quantity that is not understood is no 0' test "$status" -eq 3 -a -z "$out"
cp first pods.json
echo silent >mode; run
check 'an empty answer is refused' test "$status" -eq 3
echo mute >mode; run
check 'an empty list of pods is refused' test "$status" -eq 3
echo blind >mode; run
check 'pods that cannot be read are refused, without a number' test "$status" -eq 3 -a -z "$out"
echo dead >mode; run
check 'a cluster that does not answer is refused' test "$status" -eq 3
run --node n1
check 'an unknown argument is refused' test "$status" -eq 2
run '$(touch pwned)'
check 'a hostile argument runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
