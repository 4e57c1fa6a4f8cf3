#!/usr/bin/env bash
. "$HARNESS"

echo 'true|0 3 * * *|Etc/UTC|2026-02-02T03:00:00Z|600' >report; echo 'true|@daily|||' >stubborn; cp stubborn locked
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*cronjob/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s cronjob/'*'={.metadata.ownerReferences'*) [ ! -e flux ] || echo '|{"kustomize.toolkit.fluxcd.io/name":"x"}' ;;
  'get --namespace shop --request-timeout=30s cronjob/'*' --output jsonpath='*) [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name" ;;
  'patch --namespace shop --request-timeout=30s cronjob/report --type=merge --patch={"spec":{"suspend":false}}') sed -i 's/^[^|]*/false/' report ;;
  'patch --namespace shop --request-timeout=30s cronjob/stubborn '*) ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --cron-job report --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would resume: CronJob report in namespace shop' <<<"$out"
check 'the schedule is shown' grep -qx 'schedule: 0 3 \* \* \* (Etc/UTC), last started: 2026-02-02T03:00:00Z' <<<"$out"
check 'a start that may be made up for is told' grep -q 'missed less than 600 seconds ago' <<<"$out"
check 'a dry run changes nothing' grep -q '^true' report
check 'nobody is said to keep it where nothing tells so' test -z "$err"
touch flux; run --cron-job report --namespace shop --dry-run; rm flux
check 'that a repository may suspend it again is told' test "$status:$(grep -c '^warning: Flux keeps this CronJob' <<<"$err")" = 0:1
run --cron-job report --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'it is resumed' grep -q '^false' report
check 'the undo names namespace and context' grep -qxF "undo: kubectl patch cronjob report --namespace shop --type=merge --patch='{\"spec\":{\"suspend\":true}}' --context 'test-cluster'" <<<"$out"
run --cron-job report --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
check 'and patches nothing' test "$(calls ' patch ' | wc -l)" -eq 1
run --cron-job stubborn --namespace shop
check 'a change that does not take is a failure' test "$status" -eq 1
run --cron-job locked --namespace shop
check 'a change that is refused is a failure' test "$status" -eq 1
run --cron-job absent --namespace shop
check 'a missing CronJob is refused' test "$status" -eq 3
run --namespace shop
check 'the CronJob is required' test "$status" -eq 2

run --cron-job 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --cron-job '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
# What keeps it as it stands in a repository, and sets it back some seconds later.
echo 'true|x|||' >report; stub sleep <<<"echo 'true|x|||' >report"; touch flux
: >"$STUB_LOG"
run --cron-job report --namespace shop
check 'what is set back some seconds later is a failure' test "$status:$(grep -c 'something sets it back' <<<"$err"):$(calls '^sleep 8$' | wc -l)" = 1:1:1
finish
