#!/usr/bin/env bash
. "$HARNESS"

cat >done.json <<'EOF'
{"metadata":{"generation":4},"spec":{"replicas":3,"template":{"spec":{"containers":[{"image":"example/done:7"},{"image":"example/proxy:1"}]}}},"status":{"observedGeneration":4,"replicas":3,"updatedReplicas":3,"readyReplicas":3,"availableReplicas":3,"conditions":[{"type":"Progressing","status":"True","reason":"NewReplicaSetAvailable","message":"has successfully\u001b progressed."}]}}
EOF
cat >half.json <<'EOF'
{"metadata":{"generation":5},"spec":{"replicas":3,"paused":true},"status":{"observedGeneration":5,"replicas":4,"updatedReplicas":1,"readyReplicas":3,"availableReplicas":3,"conditions":[{"type":"Progressing","status":"False","reason":"ProgressDeadlineExceeded","message":"timed out"}]}}
EOF
echo '{"metadata":{"generation":5},"spec":{"replicas":3},"status":{"observedGeneration":4,"replicas":3,"updatedReplicas":3,"readyReplicas":3,"availableReplicas":3}}' >unseen.json
echo '{"metadata":{"generation":1},"spec":{"updateStrategy":{"type":"RollingUpdate"}},"status":{"observedGeneration":1,"desiredNumberScheduled":5,"currentNumberScheduled":5,"updatedNumberScheduled":5,"numberReady":4,"numberAvailable":4}}' >agent.json
echo '{"metadata":{"generation":1},"spec":{"replicas":3,"updateStrategy":{"rollingUpdate":{"partition":2}}},"status":{"observedGeneration":1,"replicas":3,"updatedReplicas":1,"readyReplicas":3}}' >db.json
echo '{"metadata":{"generation":1},"spec":{"replicas":0},"status":{"observedGeneration":1}}' >zero.json
echo '{"metadata":{"generation":1},"spec":{"replicas":2,"minReadySeconds":60},"status":{"observedGeneration":1,"replicas":2,"updatedReplicas":2,"readyReplicas":2}}' >early.json
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get --namespace shop --request-timeout=30s deployment/silent --output json') ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output json' | *' statefulset/db --output json' | *' daemonset/agent --output json')
    file=${5#*/}.json; [ -e "$file" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$file" ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --name done --namespace shop
check 'a finished rollout succeeds' test "$status" -eq 0
check 'the numbers are shown' grep -qx 'wanted 3, updated 3, ready 3, available 3, in all 3' <<<"$out"
check 'and of which images it is' grep -qx 'images: example/done:7, example/proxy:1' <<<"$out"
check 'conditions are shown without control characters' grep -qx 'Progressing=True: NewReplicaSetAvailable has successfully  progressed.' <<<"$out"
check 'it says so' grep -qx 'complete: the rollout of deployment done in namespace shop' <<<"$out"
run --name half --namespace shop
check 'an unfinished rollout is a failure' test "$status:$(tail -n 1 <<<"$out")" = '1:not complete: the rollout of deployment half in namespace shop'
check 'the reason is shown' grep -q 'ProgressDeadlineExceeded timed out' <<<"$out"
check 'that it is paused is told' grep -q 'is paused' <<<"$out"
run --name unseen --namespace shop
check 'a change that nobody has seen is not complete' test "$status" -eq 1
run --name early --namespace shop
check 'pods that are ready and not yet available are not complete' test "$status" -eq 1 -a -n "$(grep 'ready 2, available 0' <<<"$out")"
run --name zero --namespace shop
check 'no replicas wanted is complete, and told' test "$status:$(tail -n 1 <<<"$out")" = '0:complete, with no pod wanted: the rollout of deployment zero in namespace shop'
run --name agent --kind daemonset --namespace shop
check 'a daemonset is counted by nodes' test "$status" -eq 1 -a -n "$(grep 'wanted 5, updated 5, ready 4' <<<"$out")"
run --name db --kind statefulset --namespace shop
check 'a partition is taken into account' test "$status" -eq 0 -a -n "$(grep 'from number 2 on' <<<"$out")"
check 'nor is all said to be complete then' test "$(tail -n 1 <<<"$out")" = 'complete up to its partition, 1 of 3 pods: the rollout of statefulset db in namespace shop'
run --name silent --namespace shop
check 'an empty answer is not complete' test "$status" -eq 1
run --name absent --namespace shop
check 'a missing workload is refused' test "$status" -eq 3
run --name done --kind pod
check 'another kind is refused' test "$status" -eq 2
run
check 'the name is required' test "$status" -eq 2

run --name 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --name '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
