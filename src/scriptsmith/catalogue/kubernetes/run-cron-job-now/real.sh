#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

cron_job() { # NAME IMAGE POLICY
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "batch/v1beta1", "kind": "CronJob", "metadata": {"name": "$1", "namespace": "shop"}, "spec": {"schedule": "0 3 1 1 *", "suspend": ${4:-true}, "concurrencyPolicy": "$3",
 "jobTemplate": {"metadata": {"labels": {"of": "$1"}}, "spec": {"backoffLimit": 0, "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "a", "image": "$2"}]}}}}}}
Y
}
cron_job good ends Forbid
cron_job bad failing Forbid
cron_job long lasting Forbid
cron_job free lasting Allow
cron_job new lasting Forbid
jobs() { kubectl get jobs --namespace shop --selector "of=$1" --no-headers 2>/dev/null | wc -l; }
start() { run --cron-job "$1" --namespace shop "${@:2}"; }
start good --dry-run
check 'a dry run starts nothing' test "$status:$(jobs good)" = 0:0
start good --timeout 20
check 'it succeeds, though it is suspended' test "$status:$(jobs good)" = 0:1
job=$(sed -n 's/^succeeded: job //p' <<<"$out")
check 'the job that it names is complete' test "$(kubectl get job "$job" --namespace shop --output 'jsonpath={.status.succeeded}')" = 1
check 'the CronJob stays suspended' test "$(kubectl get cronjob good --namespace shop --output 'jsonpath={.spec.suspend}')" = true
sleep 1
start good
check 'after its end another may be started' test "$status:$(jobs good)" = 0:2
start bad --timeout 20
check 'a job that fails is a failure, with the reason' grep -q 'failed: BackoffLimitExceeded$' <<<"$err"
before=$SECONDS
start long --timeout 3
undo=$(sed -n 's/^to stop and remove it: //p' <<<"$out")
check 'a job that does not end in time is a failure' test "$status" -eq 1 -a $((SECONDS - before)) -ge 3
start long
check 'while it runs, a second one is refused' test "$status:$(jobs long)" = 3:1
eval "$undo" >/dev/null
check 'what is told to stop it removes it' test "$(jobs long)" = 0
pkill -STOP -f '^kube-controller-manager '
start new
check 'a job may have no pod yet' test "$status:$(jobs new)" = 0:1 -a -z "$(kubectl get jobs --namespace shop --selector of=new --output 'jsonpath={.items[0].status}' | tr -d '{}')"
start new
check 'and runs all the same: a second one is refused' test "$status:$(jobs new)" = 3:1
pkill -CONT -f '^kube-controller-manager '
start free
sleep 1
start free
check 'where two may run at a time, one that runs is warned of' test "$status:$(jobs free)" = 0:2 -a -n "$(grep '^warning: still running: free-manual-' <<<"$err")"
cron_job brief lasting Forbid
(until (($(jobs brief) > 0)); do sleep 0.2; done; kubectl delete jobs --namespace shop --selector of=brief >/dev/null) &
start brief --timeout 20
wait "$!"
check 'one that is removed meanwhile is not said to go on' test "$status" -eq 1 -a -n "$(grep ' is gone ' <<<"$err")"
cron_job awake ends Replace false
start awake --dry-run
check 'that the schedule does not wait is told where it is not suspended' grep -qF 'note: the schedule (0 3 1 1 *) does not wait for this job, though the policy is Replace' <<<"$out"
start absent
check 'a CronJob that is not there is refused' test "$status" -eq 3
run --cron-job good
check 'nor is it in another namespace' test "$status" -eq 3
finish
