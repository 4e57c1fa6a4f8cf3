#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"cart-1"},"spec":{"containers":[{}]},"status":{"phase":"Running","conditions":[{"type":"Initialized","status":"True"},{"type":"Ready","status":"True"}],"containerStatuses":[{"ready":true,"restartCount":3,"lastState":{"terminated":{"finishedAt":"OLD"}},"state":{"running":{}}}]}},
 {"metadata":{"namespace":"shop","name":"loop-1"},"spec":{"containers":[{}]},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}],"containerStatuses":[{"ready":true,"restartCount":57,"lastState":{"terminated":{"exitCode":1,"finishedAt":"LATE"}},"state":{"running":{}}},{"ready":true,"restartCount":9,"lastState":{},"state":{"running":{}}}]}},
 {"metadata":{"namespace":"shop","name":"ad-1"},"spec":{"containers":[{}]},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"False"}],"containerStatuses":[{"ready":false,"restartCount":4,"lastState":{"terminated":{"finishedAt":"LATE"}},"state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}},
 {"metadata":{"namespace":"shop","name":"slow-1"},"spec":{"containers":[{},{}]},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"False"}],"containerStatuses":[{"ready":true,"state":{"running":{}}},{"ready":false,"state":{"running":{}}}]}},
 {"metadata":{"namespace":"shop","name":"gate-1"},"spec":{"containers":[{}]},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"False"}],"containerStatuses":[{"ready":true,"state":{"running":{}}}]}},
 {"metadata":{"namespace":"shop","name":"again-1"},"spec":{"containers":[{}]},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"False"}],"containerStatuses":[{"ready":false,"state":{"terminated":{"exitCode":0,"reason":"Completed"}}}]}},
 {"metadata":{"namespace":"shop","name":"init-1"},"spec":{"containers":[{}]},"status":{"phase":"Pending","conditions":[{"type":"Initialized","status":"False"}],"initContainerStatuses":[{"state":{"terminated":{"exitCode":0,"reason":"Completed"}}},{"state":{"terminated":{"exitCode":3}}}],"containerStatuses":[{"ready":false,"state":{"waiting":{"reason":"PodInitializing"}}}]}},
 {"metadata":{"namespace":"shop","name":"init-2"},"spec":{"containers":[{}]},"status":{"phase":"Pending","conditions":[{"type":"Initialized","status":"False"}],"initContainerStatuses":[{"state":{"running":{}}}],"containerStatuses":[{"ready":false,"state":{"waiting":{"reason":"PodInitializing"}}}]}},
 {"metadata":{"namespace":"shop","name":"end-1","deletionTimestamp":"2026-02-02T03:00:00Z"},"spec":{"containers":[{}]},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}],"containerStatuses":[{"ready":true,"state":{"running":{}}}]}},
 {"metadata":{"namespace":"jobs","name":"done-1"},"spec":{"containers":[{}]},"status":{"phase":"Succeeded","containerStatuses":[{"ready":false,"state":{"terminated":{"reason":"Completed","exitCode":0}}}]}},
 {"metadata":{"namespace":"jobs","name":"out-1"},"spec":{"containers":[{}]},"status":{"phase":"Failed","reason":"Evicted\u001b"}},
 {"metadata":{"namespace":"jobs","name":"wait-1"},"spec":{"containers":[{}]},"status":{"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False"}]}}]}
EOF
sed -i "s/LATE/$(date -u -d '-29 minutes' +%Y-%m-%dT%H:%M:%SZ)/; s/OLD/$(date -u -d '-31 minutes' +%Y-%m-%dT%H:%M:%SZ)/" list.json
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
  'get pods --all-namespaces --request-timeout=30s --output json') cat list.json ;;
  'get pods --namespace jobs --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "jobs")]}' list.json ;;
  'get pods --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get pods --namespace hidden --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get pods --namespace silent --request-timeout=30s --output json') ;;
  *) echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
listed() { grep -Eqx "$1 +$2 +$3" <<<"$out"; }
check 'a crashing pod is listed' listed shop/ad-1 0/1 CrashLoopBackOff
check 'a pending pod is listed' listed jobs/wait-1 0/1 Pending
check 'a running pod with a container that is not ready is listed' listed shop/slow-1 1/2 'not ready'
check 'so is one whose containers are ready, and which is not' listed shop/gate-1 1/1 'not ready'
check 'so is one whose container ended well and begins anew' listed shop/again-1 0/1 Completed
check 'an init container that fails is told' listed shop/init-1 0/1 Init:ExitCode:3
check 'one that runs is told' listed shop/init-2 0/1 Init
check 'a pod that ends is listed' listed shop/end-1 1/1 Terminating
check 'an evicted one is listed, without control characters' listed jobs/out-1 0/1 'Evicted '
check 'one that is ready between two crashes is named, and it alone' grep -qx 'ready now, but started anew within 30 minutes: shop/loop-1 (57 restarts)' <<<"$out"
check 'a healthy pod is not' test -z "$(grep cart-1 <<<"$out")"
check 'one that succeeded is not' test -z "$(grep done-1 <<<"$out")"
check 'they are counted' grep -q '^9 of 12 pods are not running or not ready (Completed: 1, CrashLoopBackOff: 1, .*not ready: 2)$' <<<"$out"

run --namespace jobs
check 'one namespace can be chosen' grep -q '^2 of 3 pods' <<<"$out"
run --namespace quiet
check 'what no list of pods shows is told' grep -q '^pods that could not be made at all' <<<"$out"
check 'and where none started anew that' grep -qx 'ready now, but started anew within 30 minutes: none' <<<"$out"
check 'an empty namespace is fine' grep -qx '0 of 0 pods are not running or not ready' <<<"$out"
check 'it only reads' test -z "$(calls '^kubectl (delete|apply|patch)')"
run --namespace silent
check 'an empty answer is not taken for an empty list' test "$status" -eq 3
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
run --namespace hidden
check 'whoever may not look at namespaces may still look into one' test "$status" -eq 0
run --namespace forbidden
check 'an unreadable cluster is refused' test "$status" -eq 3
run --what
check 'an unknown argument is refused' test "$status" -eq 2
run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
