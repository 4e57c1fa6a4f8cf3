#!/usr/bin/env bash
. "$HARNESS"

echo 'false|0 3 * * *|2026-02-02T03:00:00Z|report-1 report-2' >report; echo '|x||' >stubborn; cp stubborn locked; cp stubborn vanishing
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*cronjob/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s cronjob/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'get --namespace shop --request-timeout=30s cronjob/'*' --output jsonpath='*) [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name" ;;
  'patch --namespace shop --request-timeout=30s cronjob/report --type=merge --patch={"spec":{"suspend":true}}') sed -i 's/^[^|]*/true/' report ;;
  'patch --namespace shop --request-timeout=30s cronjob/stubborn '*) ;;
  'patch --namespace shop --request-timeout=30s cronjob/vanishing '*) rm vanishing ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --cron-job report --namespace shop --dry-run
check 'where nobody keeps it there is no warning' test -z "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --cron-job report --namespace shop --dry-run
  check "that it may be resumed is told: $who" grep -qxF "warning: $who keeps this CronJob and may resume it; suspend it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
run --cron-job report --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would suspend: CronJob report in namespace shop' <<<"$out"
check 'the schedule is shown as it is' grep -qx 'schedule: 0 3 \* \* \*, last started: 2026-02-02T03:00:00Z' <<<"$out"
check 'a dry run changes nothing' grep -q '^false' report
run --cron-job report --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'it is suspended' grep -q '^true' report
check 'the way back is told' grep -qxF "undo: kubectl patch cronjob report --namespace shop --type=merge --patch='{\"spec\":{\"suspend\":false}}' --context 'test-cluster'" <<<"$out"
check 'and what it may start' grep -q '^a run that is missed until then may be made up for at once' <<<"$out"
check 'running jobs are told' grep -q 'not stopped by this: report-1 report-2$' <<<"$out"
run --cron-job report --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
check 'and patches nothing' test "$(calls ' patch ' | wc -l)" -eq 1
run --cron-job stubborn --namespace shop
check 'a change that does not take is a failure' test "$status:$(grep -c 'something sets it back' <<<"$err")" = 1:1
check 'where no job runs none is told of' test -z "$(grep 'still running' <<<"$out")"
run --cron-job vanishing --namespace shop
check 'one that goes meanwhile is a failure' test "$status:$(grep -c 'cannot read CronJob vanishing after the change' <<<"$err")" = 1:1
run --cron-job locked --namespace shop
check 'a change that is refused is a failure' test "$status:$(grep -c 'could not suspend CronJob locked' <<<"$err")" = 1:1
run --cron-job absent --namespace shop
check 'a missing CronJob is refused' test "$status" -eq 3
run --namespace shop
check 'the CronJob is required' test "$status" -eq 2

run --cron-job 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --cron-job '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
# What keeps it as it stands in a repository, and sets it back some seconds later.
echo 'false|x||' >report; stub sleep <<<"echo 'false|x||' >report"; echo '| {"argocd.argoproj.io/tracking-id":"x"}' >marks
: >"$STUB_LOG"
run --cron-job report --namespace shop
check 'what is set back some seconds later is a failure' test "$status:$(grep -c 'something sets it back' <<<"$err"):$(calls '^sleep 8$' | wc -l)" = 1:1:1
finish
