#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

shop() { kubectl --namespace shop "$@"; }
for name in backup other; do shop create cronjob $name --image lasting --schedule '*/2 * * * *' >/dev/null; done
suspended() { shop get cronjob "$1" --output 'jsonpath={.spec.suspend}'; }
run --cron-job backup --namespace shop --dry-run
check 'a dry run suspends nothing' test "$(suspended backup)" = false
shop label cronjob backup app.kubernetes.io/instance=shop >/dev/null
run --cron-job backup --namespace shop --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this CronJob' <<<"$err"
shop annotate cronjob backup meta.helm.sh/release-name=shop >/dev/null
run --cron-job backup --namespace shop --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this CronJob' <<<"$err"
shop label cronjob backup app.kubernetes.io/instance- >/dev/null
shop annotate cronjob backup meta.helm.sh/release-name- >/dev/null
owner=$(kubectl get namespace shop --output 'jsonpath={.metadata.uid}')
shop patch cronjob backup --type merge --patch "{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"name\": \"shop\", \"uid\": \"$owner\"}]}}" >/dev/null
run --cron-job backup --namespace shop --dry-run
check 'and so is an owner' grep -q '^warning: its owner (Namespace) keeps this CronJob' <<<"$err"
shop patch cronjob backup --type merge --patch '{"metadata": {"ownerReferences": null}}' >/dev/null
run --cron-job backup --context shop-cluster
check 'it succeeds' test "$status" -eq 0
check 'it is suspended, and no other' test "$(suspended backup):$(suspended other)" = true:false
undo=$(sed -n 's/^undo: //p' <<<"$out")
check 'that it makes up for what it missed is told' grep -q '^a run that is missed until then may be made up for at once' <<<"$out"
check 'the schedule is told' grep -qxF 'schedule: */2 * * * *, last started: never' <<<"$out"
# As if both had last started an hour ago: one is due now.
missed() { reports "/apis/batch/v1beta1/namespaces/shop/cronjobs/$1" "{\"status\": {\"lastScheduleTime\": \"$(date -u -d '-1 hour' +%FT%TZ)\"}}"; }
missed other && missed backup
started() { [[ -n $(shop get jobs --output "jsonpath={.items[?(@.metadata.ownerReferences[0].name==\"$1\")].metadata.name}") ]]; }
await started other
check 'one that is not suspended starts a job, this one does not' bash -c "$(declare -f shop started); ! started backup"
run --cron-job backup --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
listed() { [[ -n $(shop get cronjob other --output 'jsonpath={.status.active[*].name}') ]]; }
await listed
run --cron-job other --namespace shop
check 'a job that runs is told' grep -qx "still running, and not stopped by this: $(shop get jobs --output 'jsonpath={.items[0].metadata.name}')" <<<"$out"
check 'and runs on' test "$(shop get jobs --output 'jsonpath={.items[*].status.active}')" = 1
bash -c "$undo" >/dev/null
check 'after the way back it makes up for what it missed' await started backup
run --cron-job backup
check 'in another namespace it is not found' test "$status" -eq 3
run --cron-job backup --context elsewhere
check 'nor in a context that is not there' test "$status" -eq 3
finish
