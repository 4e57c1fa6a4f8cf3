#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

job() { # NAME IMAGE RETRIES [DEADLINE]
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "$1", "namespace": "shop"}, "spec": {"backoffLimit": $3, ${4:+\"activeDeadlineSeconds\": $4,}
 "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "a", "image": "$2"}]}}}}
Y
}
kubectl create cronjob report --image failing --schedule '0 3 1 1 *' --namespace shop >/dev/null
kubectl patch cronjob report --namespace shop --patch '{"spec": {"jobTemplate": {"spec": {"backoffLimit": 0}}}}' >/dev/null
kubectl create job report-1 --from cronjob/report --namespace shop >/dev/null
job late lasting 6 1
job etl failing 3
job fine ends 6
kubectl create job other --image ends >/dev/null
condition() { [[ $(kubectl get job "$1" --namespace shop --output "jsonpath={.status.conditions[?(@.type==\"$2\")].status}") == True ]]; }
failures() { [[ $(kubectl get job etl --namespace shop --output 'jsonpath={.status.failed}') -ge 1 ]]; }
for it in 'report-1 Failed' 'late Failed' 'fine Complete'; do
  # shellcheck disable=SC2086
  await condition $it
done
await failures
kubectl create cronjob nightly --image lasting --schedule '0 3 1 1 *' --namespace shop >/dev/null
kubectl create job loops --from cronjob/nightly --namespace shop >/dev/null
up() { [[ $(kubectl get pods --namespace shop --selector job-name=loops --output 'jsonpath={.items[*].status.phase}') == Running ]]; }
await up
pod=$(kubectl get pods --namespace shop --selector job-name=loops --output 'jsonpath={.items[0].metadata.name}')
check 'what kubectl makes restarts in its pod' test "$(kubectl get pod "$pod" --namespace shop --output 'jsonpath={.spec.restartPolicy}')" = OnFailure
reports "/api/v1/namespaces/shop/pods/$pod" '{"status": {"containerStatuses": [{"name": "nightly", "image": "lasting", "imageID": "", "ready": false, "restartCount": 4, "state": {"waiting": {"reason": "CrashLoopBackOff"}}}]}}'
run
check 'one whose container is started again and again is told' grep -qx 'still trying: shop/loops, 0 failed pods, 4 restarts of containers, gives up after 6 retries' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'one that gave up is listed with its CronJob' grep -qE '^failed: shop/report-1 at 20[0-9TZ:-]+, 1 failed pods, of CronJob/report$' <<<"$out"
check 'with the reason' grep -qx '  BackoffLimitExceeded: Job has reached the specified backoff limit' <<<"$out"
check 'one that took too long, too' grep -qx '  DeadlineExceeded: Job was active longer than specified deadline' <<<"$out"
check 'one that still tries is told' grep -qE '^still trying: shop/etl, [1-4] failed pods, 0 restarts of containers, gives up after 3 retries$' <<<"$out"
check 'one that succeeded is not' test "$(grep -cE 'shop/fine|default/other' <<<"$out")" -eq 0
check 'they are counted' grep -qx '6 jobs: 2 failed, 2 still trying, 0 not finished' <<<"$out"
check 'no later run is made up' test "$(grep -c 'later run' <<<"$out")" -eq 0
kubectl patch cronjob report --namespace shop --patch '{"spec": {"jobTemplate": {"spec": {"template": {"spec": {"containers": [{"name": "report", "image": "ends"}]}}}}}}' >/dev/null
kubectl create job report-2 --from cronjob/report --namespace shop >/dev/null
await condition report-2 Complete
run --namespace shop
check 'a later run that succeeded is told' test "$(grep -cx '  a later run has succeeded' <<<"$out")" -eq 1
await bash -c '[[ $(kubectl get job other --output "jsonpath={.status.succeeded}") == 1 ]]'
run --namespace default
check 'one namespace can be chosen, and it says what it does not see' test "$out" = '1 jobs: 0 failed, 0 still trying, 0 not finished
not seen: jobs that a CronJob or their time to live has removed, and runs that a CronJob never started; left out: 0 suspended'
kubectl create cronjob hangs --image lasting --schedule '0 3 1 1 *' >/dev/null && kubectl create job hung --from cronjob/hangs >/dev/null
up() { [[ $(kubectl get pods --selector job-name=hung --output 'jsonpath={.items[*].status.phase}') == Running ]]; }
await up
pod=$(kubectl get pods --selector job-name=hung --output 'jsonpath={.items[0].metadata.name}')
reports "/api/v1/namespaces/default/pods/$pod" '{"status": {"phase": "Pending", "containerStatuses": [{"name": "hangs", "image": "lasting", "imageID": "", "ready": false, "restartCount": 0, "state": {"waiting": {"reason": "ImagePullBackOff"}}}]}}'
run --namespace default
check 'one whose pod cannot start is not finished' grep -qE '^not finished: default/hung, since 20[0-9TZ:-]+, its pod: ImagePullBackOff$' <<<"$out"
run --context without-rights
check 'who may not see jobs learns no number' test "$status" -eq 3 -a -z "$out"
finish
