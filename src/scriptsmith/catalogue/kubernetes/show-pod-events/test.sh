#!/usr/bin/env bash
. "$HARNESS"

cat >events.json <<'EOF'
{"items":[
 {"metadata":{"creationTimestamp":"2026-02-02T03:09:00Z"},"type":"Warning","reason":"BackOff","count":12,"lastTimestamp":"2026-02-02T03:09:00Z","message":"Back-off restarting\nfailed \u001b[31mcontainer","source":{"component":"kubelet"},"involvedObject":{"uid":"u2"}},
 {"metadata":{"creationTimestamp":"2026-02-02T03:00:00Z"},"type":"Normal","reason":"Scheduled","eventTime":"2026-02-02T03:00:00.123456Z","lastTimestamp":null,"message":"Successfully assigned","reportingComponent":"default-scheduler","involvedObject":{"uid":"m2"}},
 {"metadata":{"creationTimestamp":"2026-02-02T03:00:00Z"},"type":"Warning","reason":"Unhealthy","series":{"count":4,"lastObservedTime":"2026-02-02T03:05:00.000000Z"},"message":"Readiness probe failed","source":{"component":"kubelet"}},
 {"metadata":{"creationTimestamp":"2026-02-02T02:50:00Z"},"type":"Warning","reason":"OOMKilling","lastTimestamp":"2026-02-02T02:50:00Z","message":"gone","source":{"component":"kubelet"},"involvedObject":{"uid":"u"}}]}
EOF
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get --namespace shop --request-timeout=30s pod cart-1 --ignore-not-found --output jsonpath={.metadata.uid} {.metadata.annotations.kubernetes\.io/config\.mirror}') echo 'u2 m2' ;;
  'get --namespace shop --request-timeout=30s pod '*' --ignore-not-found --output jsonpath='*) ;;
  'get --namespace silent --request-timeout=30s pod '*) ;;
  'get --namespace shop --request-timeout=30s events --field-selector involvedObject.kind=Pod,involvedObject.name=cart-1 --output json') cat events.json ;;
  'get --namespace shop --request-timeout=30s events --field-selector involvedObject.kind=Pod,involvedObject.name=gone-1 --output json') echo '{"items":[]}' ;;
  'get --namespace shop --request-timeout=30s events --field-selector involvedObject.kind=Pod,involvedObject.name=left-1 --output json') cat events.json ;;
  'get --namespace silent --request-timeout=30s events '*) ;;
  'get --namespace blind --request-timeout=30s pod '*) ;;
  *) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF
run --pod cart-1 --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the oldest comes first' grep -q '^2026-02-02T02:50:00  Warning  OOMKilling  x1  (kubelet)  OF AN EARLIER POD$' <<<"$(head -n 1 <<<"$out")"
check 'only what was of an earlier pod of that name is marked so' test "$(grep -c 'EARLIER' <<<"$out")" -eq 1
check 'repeated events are counted' grep -q '^2026-02-02T03:05:00  Warning  Unhealthy  x4  (kubelet)$' <<<"$out"
check 'the newest comes last' grep -q 'BackOff  x12' <<<"$(tail -n 4 <<<"$out")"
check 'a message is one line without control characters' grep -q '^  Back-off restarting failed  \[31mcontainer$' <<<"$out"
check 'they are counted' grep -qx '4 events, 3 warnings' <<<"$out"
run --pod gone-1 --namespace shop
check 'a pod that is gone is told' grep -q 'there is no pod gone-1' <<<"$err"
check 'and no events are fine' test "$status:$(head -n 1 <<<"$out")" = '0:0 events, 0 warnings'
check 'of earlier ones nothing is promised' grep -q '^a cluster forgets events after an hour' <<<"$out"
run --pod left-1 --namespace shop
check 'of a pod that is gone no event is called an earlier one' test "$status:$(grep -c EARLIER <<<"$out")" = 0:0
run --pod cart-1 --namespace silent
check 'an empty answer is no good news' test "$status" -eq 3
run --pod cart-1 --namespace blind
check 'events that cannot be read are refused, without a number' test "$status" -eq 3 -a -z "$out"
run --pod cart-1
check 'a namespace that cannot be read is refused' test "$status" -eq 3
run --namespace shop
check 'the pod is required' test "$status" -eq 2

run --pod 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --pod '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --pod cart-1 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
