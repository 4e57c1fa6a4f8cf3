#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

cron_job() { # NAME DEADLINE NAMESPACE LAST-START
  kubectl create --filename - >/dev/null <<Y
{"apiVersion": "batch/v1beta1", "kind": "CronJob", "metadata": {"name": "$1", "namespace": "${3-shop}"}, "spec": {"schedule": "* * * * *", "suspend": true, ${2:+\"startingDeadlineSeconds\": $2,}
 "jobTemplate": {"metadata": {"labels": {"of": "$1"}}, "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "a", "image": "ends"}]}}}}}}
Y
  reports "/apis/batch/v1beta1/namespaces/${3-shop}/cronjobs/$1" "{\"status\": {\"lastScheduleTime\": \"$(date -u -d "-${4-3 minutes}" +%Y-%m-%dT%H:%M:00Z)\"}}"
}
cron_job report ''
cron_job nightly 600
cron_job report '' default
cron_job stale '' shop '3 hours'
suspended() { kubectl get cronjob "$1" --namespace "${2-shop}" --output 'jsonpath={.spec.suspend}'; }
jobs() { kubectl get jobs --namespace shop --selector "of=$1" --no-headers 2>/dev/null | wc -l; }
run --cron-job report --namespace shop --dry-run
check 'a dry run changes nothing' test "$status:$(suspended report)" = 0:true
check 'the schedule and the last start are shown' grep -qE '^schedule: \* \* \* \* \* \(time zone of the controller\), last started: 20[0-9TZ:-]+$' <<<"$out"
check 'that a missed start is made up for is told' grep -q '^note: a start that was missed meanwhile' <<<"$out"
run --cron-job nightly --namespace shop --dry-run
check 'with the time in which it is' grep -q '^note: a start that was missed less than 600 seconds ago' <<<"$out"
kubectl annotate cronjob nightly --namespace shop argocd.argoproj.io/tracking-id=x >/dev/null
run --cron-job nightly --namespace shop --dry-run
check 'that a repository may suspend it again is told' grep -q '^warning: Argo CD keeps this CronJob' <<<"$err"
run --cron-job report --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'it is suspended no more' test "$(suspended report)" = false
check 'another one is' test "$(suspended nightly):$(suspended report default)" = true:true
eval "$(sed -n 's/^undo: //p' <<<"$out")" >/dev/null
check 'the undo that it prints suspends it again' test "$(suspended report)" = true
check 'in the context that it names' grep -q '^undo: .* --context ' <<<"$out"
run --cron-job report --namespace shop
run --cron-job stale --namespace shop
started() { (($(jobs report) > 0)); }
await started
missed() { kubectl get events --namespace shop | grep 'cronjob/stale .*too many missed start time'; }
await missed
check 'the missed start is made up for' started
check 'one that is suspended starts nothing' test "$(jobs nightly)" -eq 0
check 'one that missed more than 100 starts begins none in this version, as the help says' test "$(jobs stale)" -eq 0 -a -n "$(missed)"
run --cron-job report --namespace shop
check 'a second run has nothing to change' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
run --cron-job nightly --context shop-cluster
check 'the namespace of the context is taken' test "$status:$(suspended nightly)" = 0:false
run --cron-job absent --namespace shop
check 'one that is not there is refused' test "$status" -eq 3
run --cron-job report --context without-rights
check 'without the right to see it, it is refused' test "$status:$(suspended report default)" = 3:true
finish
