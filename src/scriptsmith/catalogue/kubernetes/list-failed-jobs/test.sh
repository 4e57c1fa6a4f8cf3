#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"shop","name":"rep-1","ownerReferences":[{"kind":"CronJob","name":"rep","controller":true}]},"spec":{"backoffLimit":6},"status":{"startTime":"2026-02-01T03:00:00Z","failed":7,"conditions":[{"type":"Failed","status":"True","reason":"BackoffLimitExceeded","message":"Job has reached\nthe\u001b limit","lastTransitionTime":"2026-02-01T03:30:00Z"}]}},
 {"metadata":{"namespace":"shop","name":"rep-2","ownerReferences":[{"kind":"CronJob","name":"rep"}]},"spec":{},"status":{"startTime":"2026-02-02T03:00:00Z","succeeded":1,"failed":1,"conditions":[{"type":"Complete","status":"True"}]}},
 {"metadata":{"namespace":"jobs","name":"etl"},"spec":{"backoffLimit":3},"status":{"startTime":"2026-02-02T03:00:00Z","active":1,"failed":2}},
 {"metadata":{"namespace":"jobs","name":"late"},"spec":{},"status":{"startTime":"2026-02-03T03:00:00Z","conditions":[{"type":"Failed","status":"True","reason":"DeadlineExceeded","message":"too long","lastTransitionTime":"2026-02-03T04:00:00Z"}]}},
 {"metadata":{"namespace":"jobs","name":"loops"},"spec":{"backoffLimit":6},"status":{"startTime":"2026-02-02T03:00:00Z","active":1}},
 {"metadata":{"namespace":"jobs","name":"fresh"},"spec":{},"status":{"active":1}},
 {"metadata":{"namespace":"jobs","name":"nopod"},"spec":{},"status":{"startTime":"2026-02-02T03:00:00Z"}},
 {"metadata":{"namespace":"jobs","name":"stopped"},"spec":{"suspend":true},"status":{}},
 {"metadata":{"namespace":"shop","name":"pulls"},"spec":{},"status":{"startTime":"2026-02-02T03:00:00Z","active":1}},
 {"metadata":{"namespace":"shop","name":"waits"},"spec":{},"status":{"startTime":"2026-02-02T03:00:00Z","active":1}}]}
EOF

cat >pods.json <<'EOF'
{"items":[
 {"metadata":{"namespace":"jobs","labels":{"job-name":"loops"}},"status":{"containerStatuses":[{"restartCount":3},{"restartCount":1}]}},
 {"metadata":{"namespace":"shop","labels":{"job-name":"fresh"}},"status":{"containerStatuses":[{"restartCount":9}]}},
 {"metadata":{"namespace":"jobs","labels":{"job-name":"fresh"}},"status":{"phase":"Running"}},
 {"metadata":{"namespace":"shop","labels":{"job-name":"pulls"}},"status":{"phase":"Pending","containerStatuses":[{"restartCount":0,"state":{"waiting":{"reason":"ImagePullBackOff"}}}]}},
 {"metadata":{"namespace":"shop","labels":{"job-name":"waits"}},"status":{"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable"}]}}]}
EOF

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get namespace absent '*) echo 'Error from server (NotFound): namespaces "absent" not found' >&2; exit 1 ;;
  'get namespace shop '*) echo 'Error from server (Forbidden): namespaces "shop" is forbidden' >&2; exit 1 ;;
  'get namespace '*) echo "namespace/$3"; exit ;;
esac
case "$*" in 'get pods '*' --selector job-name --request-timeout=30s --output json') [ ! -e blind ] || exit 1; cat pods.json; exit ;; esac
case "$*" in
  'get jobs --all-namespaces --request-timeout=30s --output json') cat list.json ;;
  'get jobs --namespace shop --request-timeout=30s --output json') jq '{items: [.items[] | select(.metadata.namespace == "shop")]}' list.json ;;
  'get jobs --namespace quiet --request-timeout=30s --output json') echo '{"items":[]}' ;;
  'get jobs --namespace many --request-timeout=30s --output json') cat many.json ;;
  'get jobs --namespace silent --request-timeout=30s --output json') ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'the newest failure comes first' grep -qx 'failed: jobs/late at 2026-02-03T04:00:00Z, 0 failed pods' <<<"$(head -n 1 <<<"$out")"
check 'a job of a CronJob is listed with it' grep -qx 'failed: shop/rep-1 at 2026-02-01T03:30:00Z, 7 failed pods, of CronJob/rep' <<<"$out"
check 'with the reason on one line' grep -qx '  BackoffLimitExceeded: Job has reached the  limit' <<<"$out"
check 'a later success is told, once' test "$(grep -c 'a later run has succeeded' <<<"$out")" -eq 1
check 'a job that still tries is listed' grep -qx 'still trying: jobs/etl, 2 failed pods, 0 restarts of containers, gives up after 3 retries' <<<"$out"
check 'a job that succeeded in the end is not' test "$(grep -c 'rep-2' <<<"$out")" -eq 0
check 'a job that runs is not finished' grep -qx 'not finished: jobs/fresh, since unknown time, its pod: Running' <<<"$out"
check 'one without a pod is told' grep -qx 'not finished: jobs/nopod, since 2026-02-02T03:00:00Z, no pod was made' <<<"$out"
check 'one whose image cannot be pulled' grep -qx 'not finished: shop/pulls, since 2026-02-02T03:00:00Z, its pod: ImagePullBackOff' <<<"$out"
check 'one that no node takes' grep -qx 'not finished: shop/waits, since 2026-02-02T03:00:00Z, its pod: Unschedulable' <<<"$out"
check 'a suspended one is not' test "$(grep -c 'stopped' <<<"$out")" -eq 0
check 'they are counted' grep -qx '10 jobs: 2 failed, 2 still trying, 4 not finished' <<<"$out"
check 'and it says what it does not see' grep -qx 'not seen: jobs that a CronJob or their time to live has removed, and runs that a CronJob never started; left out: 1 suspended' <<<"$out"
check 'so is one whose container is started again and again in its pod' grep -qx 'still trying: jobs/loops, 0 failed pods, 4 restarts of containers, gives up after 6 retries' <<<"$out"
check 'nothing more is to be said' test -z "$err"
touch blind; run
check 'without the right to see pods it says so' bash -c '[ "$1" -eq 0 ] && grep -q "pods could not be looked at" <<<"$2" && grep -qx "10 jobs: 2 failed, 1 still trying, 5 not finished" <<<"$3"' _ "$status" "$err" "$out"
rm blind
run --namespace shop
check 'one namespace can be chosen' grep -qx '4 jobs: 1 failed, 0 still trying, 2 not finished' <<<"$out"
run --namespace quiet
check 'none is fine' grep -qx '0 jobs: 0 failed, 0 still trying, 0 not finished' <<<"$out"

jq -nc '{items: [range(6000) | {metadata: {namespace: "many", name: "job-\(.)", ownerReferences: [{kind: "CronJob", name: "c\(. % 9)", controller: true}]}, spec: {},
  status: {startTime: "2026-02-01T03:00:00Z", conditions: [{type: (if . % 2 == 0 then "Failed" else "Complete" end), status: "True"}]}}]}' >many.json
timeout 20 bash "$SCRIPT" --namespace many >many.out 2>&1 </dev/null; status=$?
check 'thousands of failures do not take minutes' test "$status:$(grep -c '^6000 jobs: 3000 failed, ' many.out)" = 0:1

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
finish
