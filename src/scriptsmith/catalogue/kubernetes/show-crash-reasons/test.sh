#!/usr/bin/env bash
. "$HARNESS"

lately=$(date -u -d '-4 minutes' +%FT%TZ)
cat >pods.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"cart-1"},"spec":{"nodeName":"n1"},"status":{"containerStatuses":[{"name":"cart","restartCount":7,"ready":false,"state":{"waiting":{"reason":"CrashLoopBackOff"}},"lastState":{"terminated":{"exitCode":137,"reason":"OOMKilled","finishedAt":"2026-02-02T03:00:00Z"}}}]}},
 {"metadata":{"namespace":"jobs","name":"etl-1"},"spec":{},"status":{"containerStatuses":[{"name":"etl","restartCount":0,"ready":false,"state":{"terminated":{"exitCode":127,"reason":"StartError","finishedAt":"2026-02-02T04:00:00Z","message":"exec: no such\u001b file"}},"lastState":{}}]}},
 {"metadata":{"namespace":"jobs","name":"done-1"},"spec":{},"status":{"containerStatuses":[{"name":"x","restartCount":0,"ready":false,"state":{"terminated":{"exitCode":0,"reason":"Completed"}},"lastState":{}}]}},
 {"metadata":{"namespace":"shop","name":"back-1"},"spec":{},"status":{"containerStatuses":[{"name":"b","restartCount":1,"ready":true,"state":{"running":{}},"lastState":{"terminated":{"exitCode":1,"reason":"Error"}}}]}},
 {"metadata":{"namespace":"shop","name":"again-1"},"spec":{},"status":{"containerStatuses":[{"name":"a","restartCount":1,"ready":true,"state":{"running":{}},"lastState":{"terminated":{"exitCode":0,"reason":"Completed"}}}]}},
 {"metadata":{"namespace":"shop","name":"big-1"},"spec":{},"status":{"containerStatuses":[{"name":"g","restartCount":1,"ready":false,"state":{"running":{}},"lastState":{"terminated":{"exitCode":0,"reason":"OOMKilled"}}}]}},
 {"metadata":{"namespace":"ends","name":"loop-1"},"spec":{},"status":{"containerStatuses":[{"name":"l","restartCount":3,"ready":true,"state":{"running":{}},"lastState":{"terminated":{"exitCode":0,"reason":"Completed","finishedAt":"LATELY"}}}]}},
 {"metadata":{"namespace":"ends","name":"old-1"},"spec":{},"status":{"containerStatuses":[{"name":"o","restartCount":9,"ready":true,"state":{"running":{}},"lastState":{"terminated":{"exitCode":0,"reason":"Completed","finishedAt":"2026-01-01T00:00:00Z"}}}]}},
 {"metadata":{"namespace":"ends","name":"two-1"},"spec":{},"status":{"containerStatuses":[{"name":"t","restartCount":2,"ready":true,"state":{"running":{}},"lastState":{"terminated":{"exitCode":0,"reason":"Completed","finishedAt":"LATELY"}}}]}},
 {"metadata":{"namespace":"nodes","name":"agent-1"},"spec":{"nodeName":"n3"},"status":{"containerStatuses":[{"name":"a","restartCount":1,"ready":true,"state":{"running":{}},"lastState":{"terminated":{"exitCode":255,"reason":"Unknown","finishedAt":"2026-02-02T05:00:00Z"}}}]}},
 {"metadata":{"namespace":"nodes","name":"waited-1"},"spec":{"nodeName":"n3"},"status":{"initContainerStatuses":[{"name":"wait","restartCount":4,"ready":true,"state":{"terminated":{"exitCode":0,"reason":"Completed","finishedAt":"LATELY"}},"lastState":{"terminated":{"exitCode":1,"reason":"Error"}}}],"containerStatuses":[{"name":"w","restartCount":0,"ready":true,"state":{"running":{}},"lastState":{}}]}},
 {"metadata":{"namespace":"full","name":"gone-1"},"spec":{"nodeName":"n2"},"status":{"phase":"Failed","reason":"Evicted","message":"The node was low on resource:\u0007 memory."}},
 {"metadata":{"namespace":"shop","name":"new-1"},"spec":{},"status":{"containerStatuses":[{"name":"n","restartCount":0,"ready":false,"state":{"waiting":{"reason":"ContainerCreating"}},"lastState":{}}]}}]}
EOF

sed -i "s/LATELY/$lately/g" pods.json
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get namespace absent '*) echo 'Error from server (NotFound): namespaces "absent" not found' >&2; exit 1 ;;
  'get namespace shop '*) echo 'Error from server (Forbidden): namespaces "shop" is forbidden' >&2; exit 1 ;;
  'get namespace '*) echo "namespace/$3"; exit ;;
esac
case "$*" in
  'get pods --all-namespaces --request-timeout=30s --output json') cat pods.json ;;
  'get pods --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' pods.json ;;
  'get pods --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get pods --namespace silent --request-timeout=30s --output json') ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a crash looping container is listed' grep -qx 'shop/cart-1, container cart: 7 restarts, now waiting, on n1' <<<"$out"
check 'with its last end' grep -q '^  exit 137 OOMKilled at 2026-02-02T03:00:00Z (over its memory limit' <<<"$out"
check 'a failed container of a job is listed' grep -q '^  exit 127 StartError .*(its command was not found)' <<<"$out"
check 'its message is shown without control characters' grep -qx '  message: exec: no such  file' <<<"$out"
check 'a completed one is not' test "$(grep -c done-1 <<<"$out")" -eq 0
check 'one that runs again is listed after those that do not' grep -qx 'shop/back-1, container b: 1 restarts, now running and ready, on no node' <<<"$(tail -n 4 <<<"$out")"
check 'and one that was out of memory, whatever its exit code' grep -q '^  exit 0 OOMKilled' <<<"$out"
check 'one that ended well and runs again is not' test "$(grep -c again-1 <<<"$out")" -eq 0
check 'one that has not started yet is not' test "$(grep -c new-1 <<<"$out")" -eq 0
check 'one that ends again and again without an error is' grep -q '^  exit 0 Completed at 20.*(it ended by itself without an error)' <<<"$(grep -A 1 '^ends/loop-1' <<<"$out")"
check 'not one that did so long ago, or seldom' test "$(grep -cE 'ends/(old|two)' <<<"$out")" -eq 0
check 'a pod that was evicted is told' grep -qx 'full/gone-1 failed as a whole on n2: Evicted: The node was low on resource:  memory.' <<<"$out"
check 'and no other failed as a whole' test "$(grep -c 'as a whole' <<<"$out")" -eq 1
check 'what a restarted node left behind is no error of a program' grep -q '^  exit 255 Unknown .*(its end was not seen: its node was restarted or lost)' <<<"$out"
check 'an init container that has done its work does not crash' test "$(grep -c waited-1 <<<"$out")" -eq 0
check 'they are counted' grep -qx '3 crashing containers, 3 that crashed and are up again' <<<"$out"
run --namespace shop
check 'one namespace can be chosen' grep -qx '2 crashing containers, 1 that crashed and are up again' <<<"$out"
run --namespace quiet
check 'an empty namespace is fine' grep -qx '0 crashing containers, 0 that crashed and are up again' <<<"$out"

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
