#!/usr/bin/env bash
. "$HARNESS"

cat >pods.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"cart-1","ownerReferences":[{"kind":"ReplicaSet","name":"cart-6d","controller":true}]},"spec":{"containers":[{"name":"cart","resources":{"limits":{"memory":"1Gi"}}},{"name":"proxy","resources":{"requests":{"cpu":"10m"}}}]},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"shop","name":"cart-2","ownerReferences":[{"kind":"ReplicaSet","name":"cart-6d","controller":true}]},"spec":{"containers":[{"name":"cart","resources":{"limits":{"memory":"1Gi"}}},{"name":"proxy","resources":{"requests":{"cpu":"10m"}}}]},"status":{"phase":"Pending"}},
 {"metadata":{"namespace":"ops","name":"debug"},"spec":{"containers":[{"name":"sh"}],"initContainers":[{"name":"once"},{"name":"beside","restartPolicy":"Always"}]},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"ops","name":"whole"},"spec":{"resources":{"limits":{"memory":"1Gi","cpu":"1"}},"containers":[{"name":"w","resources":{}}]},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"ops","name":"done"},"spec":{"containers":[{"name":"d","resources":{}}]},"status":{"phase":"Succeeded"}}]}
EOF

cat >resting.json <<'EOF'
{"items":[
 {"kind":"Deployment","metadata":{"namespace":"shop","name":"asleep"},"spec":{"replicas":0,"template":{"spec":{"containers":[{"name":"a","resources":{}},{"name":"b","resources":{"limits":{"memory":"1Gi"}}}]}}}},
 {"kind":"Deployment","metadata":{"namespace":"shop","name":"cart"},"spec":{"replicas":2,"template":{"spec":{"containers":[{"name":"proxy","resources":{}}]}}}},
 {"kind":"StatefulSet","metadata":{"namespace":"shop","name":"db"},"spec":{"replicas":0,"template":{"spec":{"containers":[{"name":"d","resources":{}}]}}}},
 {"kind":"CronJob","metadata":{"namespace":"shop","name":"night"},"spec":{"jobTemplate":{"spec":{"template":{"spec":{"containers":[{"name":"n","resources":{}}]}}}}}}]}
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
  'get deployments.apps,statefulsets.apps,cronjobs '*' --request-timeout=30s --output json')
    if [ -e resting ]; then cat resting.json; else echo '{"items":[]}'; fi; [ ! -e unseen ] || exit 1 ;;
  'get pods --all-namespaces --request-timeout=30s --output json') cat pods.json ;;
  'get pods --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' pods.json ;;
  'get pods --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get pods --namespace hidden --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get pods --namespace silent --request-timeout=30s --output json') ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'containers of one owner are taken together' grep -qx 'no memory limit: shop/ReplicaSet/cart-6d, container proxy in 2 pods (requests memory none, cpu 10m)' <<<"$out"
check 'a pod without an owner is listed' grep -q 'ops/Pod/debug, container sh in 1 pods' <<<"$out"
check 'a sidecar counts, another init container does not' test "$(grep -c 'container beside' <<<"$out") $(grep -c 'container once' <<<"$out")" = '1 0'
check 'a container with the limit is not' test "$(grep -c 'container cart' <<<"$out")" -eq 0
check 'a limit of the whole pod counts' test "$(grep -c 'whole' <<<"$out")" -eq 0
check 'a finished pod is not listed' test "$(grep -c 'done' <<<"$out")" -eq 0
check 'they are counted' grep -q '^4 of 7 containers lack a memory limit; init containers' <<<"$out"
check 'those without the other limit are counted too' grep -qx 'without a memory limit: 4, without a CPU limit: 6' <<<"$out"
run --resource cpu
check 'whichever is listed' test "$(grep -c '^no cpu limit' <<<"$out"):$(tail -n 1 <<<"$out")" = '4:without a memory limit: 4, without a CPU limit: 6'
run --resource any --namespace shop
check 'any names what is missing' grep -q '^no memory and no cpu limit: .*container proxy' <<<"$out"
check 'what is counted is told' grep -q '^4 of 4 containers lack a memory or CPU limit; init containers' <<<"$out"
check 'any takes a container that lacks one of them' grep -q '^no cpu limit: .*container cart' <<<"$out"
touch resting; run --namespace shop
for each in 'Deployment/asleep, container a' 'StatefulSet/db, container d' 'CronJob/night, container n'; do
  check "what has no pods at the moment is listed: $each" grep -qxF "no memory limit: shop/$each in 0 pods (requests memory none, cpu none)" <<<"$out"
done
check 'what has pods is not listed twice, and what has the limit not at all' test "$(grep -c '^no ' <<<"$out")" = 4
check 'they count' grep -q '^5 of 8 containers' <<<"$out"
check 'that a limit range may still set it is told' grep -q '^in 0 pods: cron jobs, and what has 0 replicas; a LimitRange may' <<<"$out"
touch unseen; rm resting; run --namespace shop; rm unseen
check 'where they cannot be seen that is told' bash -c '[ "$1" -eq 0 ] && grep -q "^not looked at, for they could not be listed: deployments" <<<"$2"' _ "$status" "$out"
run --resource disk
check 'an unknown resource is refused' test "$status" -eq 2
run --namespace quiet
check 'an empty namespace is fine' grep -q '^0 of 0 containers lack a memory limit; init containers' <<<"$out"

run --namespace silent
check 'an empty answer is not taken for an empty list' test "$status" -eq 3
run --namespace forbidden
check 'a list that cannot be read is refused, without a number' test "$status" -eq 3 -a -z "$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
run --namespace hidden
check 'whoever may not look at namespaces may still look into one' test "$status" -eq 0

run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
run --namespace
check 'an option needs its value' test "$status" -eq 2
finish
