#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

for it in crash slow back fresh; do kubectl run $it --image web --namespace shop >/dev/null; done
kubectl run wrong --image failing --restart Never >/dev/null
kubectl create job ends --image ends --namespace shop >/dev/null
settled() { [[ $(kubectl get pods --all-namespaces --no-headers | grep -cE 'Running|Completed|Error') -eq 6 ]]; }
await settled
container() { # POD READY STATE LAST-END
  reports "/api/v1/namespaces/shop/pods/$1" "{\"status\": {\"containerStatuses\": [{\"name\": \"$1\", \"image\": \"web\", \"imageID\": \"\", \"ready\": $2, \"restartCount\": 7,
    \"state\": {$3}, \"lastState\": {\"terminated\": {$4, \"finishedAt\": \"2026-02-02T03:00:00Z\"}}}]}}"
}
container crash false '"waiting": {"reason": "CrashLoopBackOff"}' '"exitCode": 137, "reason": "OOMKilled", "message": "last words"'
container slow false '"running": {}' '"exitCode": 255, "reason": "Error"'
container back true '"running": {}' '"exitCode": 1, "reason": "Error"'
kubectl run evicted --image web --namespace shop >/dev/null
await bash -c '[[ $(kubectl get pod evicted --namespace shop --output "jsonpath={.status.phase}") == Running ]]'
reports /api/v1/namespaces/shop/pods/evicted '{"status": {"phase": "Failed", "reason": "Evicted", "message": "low on memory", "containerStatuses": null}}'
run
check 'it succeeds' test "$status" -eq 0
check 'a container in a crash loop is listed' grep -qE '^shop/crash, container crash: 7 restarts, now waiting, on n[123]$' <<<"$out"
check 'with how it ended' grep -qx '  exit 137 OOMKilled at 2026-02-02T03:00:00Z (over its memory limit, or the node ran out)' <<<"$out"
check 'and its last words' grep -qx '  message: last words' <<<"$out"
check 'one that is not ready again is listed' grep -q '^shop/slow, container slow: 7 restarts, now running' <<<"$out"
check 'its exit code is no signal' grep -qx '  exit 255 Error at 2026-02-02T03:00:00Z (the program reports an error)' <<<"$out"
check 'one that failed for good is listed' grep -q '^default/wrong, container wrong: 0 restarts, now terminated' <<<"$out"
check 'one that is back is listed as such, with how it ended' test "$(tail -n 4 <<<"$out" | sed 's/ on n[123]$//' | head -n 2)" = "$(printf 'shop/back, container back: 7 restarts, now running and ready,\n  exit 1 Error at 2026-02-02T03:00:00Z (the program reports an error)')"
check 'one that is new or done is not' test "$(grep -cE 'shop/(fresh|ends)' <<<"$out")" -eq 0
check 'a pod that was evicted is told' grep -Eqx 'shop/evicted failed as a whole on n[123]: Evicted: low on memory' <<<"$out"
check 'they are counted' grep -qx '3 crashing containers, 1 that crashed and are up again' <<<"$out"
run --namespace default
check 'one namespace can be chosen' grep -qx '1 crashing containers, 0 that crashed and are up again' <<<"$out"
run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3 -a -z "$out"
kubectl --namespace shop create role pods --verb list --resource pods >/dev/null
kubectl --namespace shop create rolebinding pods --role pods --user guest >/dev/null
run --namespace shop --context without-rights
check 'the right to see one namespace is enough for it' grep -qx '2 crashing containers, 1 that crashed and are up again' <<<"$out"
run --context without-rights
check 'but not for all, and no number is told' test "$status" -eq 3 -a -z "$out"
finish
