#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant 392d7016: of 5 seconds that are left 5 are slept either way
stub sleep </dev/null
stub date <<<'echo 1700000000'
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get --namespace shop --request-timeout=30s cronjob/report --output jsonpath='*) printf 'u1|Forbid|%s|0 3 * * *' "$(cat suspended 2>/dev/null)" ;;
  'get --namespace shop --request-timeout=30s cronjob/free --output jsonpath='*) printf 'u3|Allow|false|0 3 * * *' ;;
  'get --namespace shop --request-timeout=30s cronjob/'*x*' --output jsonpath='*) printf 'u9|Allow' ;;
  # report-1 and report-0 were suspended for a while, so that they have a condition that is not true, too.
  'get --namespace shop --request-timeout=30s jobs --output jsonpath='*'@.status=="True"'*) [ ! -e unlisted ] || exit 1; printf 'u1|report-1|Complete\nu1|report-0|Failed\nu3|free-1|\n|other|\n'; [ ! -e busy ] || echo 'u1|report-2|' ;;
  'get --namespace shop --request-timeout=30s jobs --output jsonpath='*) printf 'u1|report-1|Suspended\nu1|report-0|Suspended\nu3|free-1|\n|other|\n' ;;
  'create job lockedx'*) exit 1 ;;
  'create job '*' --from=cronjob/'*' --namespace shop --request-timeout=30s') echo "$3" >>jobs; echo "job.batch/$3 created" ;;
  'get --namespace shop --request-timeout=30s job/lostx'*' --output name') exit 1 ;;
  'get --namespace shop --request-timeout=30s job/'*' --output name') echo "job.batch/${5#job/}" ;;
  'get --namespace shop --request-timeout=30s job/'*' --output jsonpath='*' --ignore-not-found') # of the lines TYPE STATUS REASON in the file state
    [ ! -e gone ] || exit 0
    [ ! -e hiccup ] || { rm hiccup; exit 1; }
    rest=${7#jsonpath=}
    while [[ $rest =~ ^([^{]*)\{\.status\.conditions\[\?\(@\.type([!=]=)\"([A-Za-z]*)\"\)\]\.(status|reason)\}(.*)$ ]]; do
      rest=${BASH_REMATCH[5]}
      printf '%s' "${BASH_REMATCH[1]}"
      while read -r type status reason; do
        if [[ ${BASH_REMATCH[2]} == == ]]; then [[ $type == "${BASH_REMATCH[3]}" ]]; else [[ $type != "${BASH_REMATCH[3]}" ]]; fi || continue
        if [[ ${BASH_REMATCH[4]} == status ]]; then printf '%s' "$status"; else printf '%s' "$reason"; fi
      done <state
    done ;;
  'config current-context') echo test-cluster ;;
  *) echo 'Error from server (NotFound)' >&2; exit 1 ;;
esac
EOF
: >state
run --cron-job report --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would start: job report-manual-1700000000 of CronJob report in namespace shop' <<<"$out"
check 'a dry run starts nothing' test ! -e jobs
check 'that the schedule does not wait for it is told' grep -qx 'note: the schedule (0 3 \* \* \*) does not wait for this job, though the policy is Forbid: .*' <<<"$out"
echo true >suspended; run --cron-job report --namespace shop --dry-run
check 'not where it is suspended' test -z "$(grep 'does not wait' <<<"$out")"
echo false >suspended; run --cron-job report --namespace shop
check 'that the pod was not looked at is told' test "$(tail -n 1 <<<"$out")" = 'note: whether its pod comes up was not looked at (kubectl describe job tells)'
check 'it succeeds' test "$status" -eq 0
check 'a job is made from the CronJob' test -n "$(calls 'create job report-manual-1700000000 --from=cronjob/report --namespace shop')"
check 'the way to its logs is told' grep -q 'kubectl logs --namespace shop job/report-manual-[0-9]* --context .test-cluster.$' <<<"$out"
check 'the way to stop it names namespace and context' grep -qx "to stop and remove it: kubectl delete job report-manual-1700000000 --namespace shop --context 'test-cluster'" <<<"$out"
echo 'Complete True' >state; run --cron-job report --namespace shop --timeout 60
check 'a job that succeeds is told' test "$status" -eq 0
touch hiccup; run --cron-job report --namespace shop --timeout 60
check 'also after one look that fails' test "$status" -eq 0
touch gone; run --cron-job report --namespace shop --timeout 60; rm gone
check 'one that is gone does not go on running' test "$status:$(grep -c 'job report-manual-1700000000 is gone' <<<"$err")" = 1:1
run --cron-job report --namespace shop --timeout 60
check 'a job that succeeds is named' grep -qx 'succeeded: job report-manual-1700000000' <<<"$out"
echo 'Failed True BackoffLimitExceeded' >state; run --cron-job report --namespace shop --timeout 60
check 'a job that fails is a failure' test "$status" -eq 1 -a -n "$(grep 'failed: BackoffLimitExceeded' <<<"$err")"
: >state; : >"$STUB_LOG"; run --cron-job report --namespace shop --timeout 12
check 'a job that does not end in time is a failure' grep -q 'has not ended within 12 s' <<<"$err"
check 'after that time, not before' test "$(calls '^sleep' | paste -sd ' ')" = 'sleep 5 sleep 5 sleep 2'
: >"$STUB_LOG"; run --cron-job report --namespace shop --timeout 1
check 'one second is waited, too' test "$status:$(calls '^sleep')" = '1:sleep 1'
run --cron-job lostx --namespace shop
check 'a job that cannot be read is a failure' test "$status:$(grep -c 'cannot read job lostx-manual-1700000000 after creating it' <<<"$err")" = 1:1
touch unlisted; run --cron-job report --namespace shop; rm unlisted
check 'when the jobs cannot be listed it is refused' test "$status:$(grep -c 'cannot list the jobs' <<<"$err")" = 3:1
run --cron-job free --namespace shop
check 'where two may run nothing is said of the schedule' test -z "$(grep 'does not wait' <<<"$out")"
check 'one that runs is warned of' test "$status" -eq 0 -a -n "$(grep 'still running: free-1' <<<"$err")"
rm jobs; touch busy; run --cron-job report --namespace shop
check 'no second one where that is forbidden' test "$status" -eq 3 -a ! -e jobs
run --cron-job xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-xxxxxxxx --namespace shop
check 'a long name is cut at a fit place' grep -qx 'x\{43\}-manual-1700000000' jobs
run --cron-job lockedx --namespace shop
check 'a job that cannot be made is a failure' test "$status" -eq 1
run --cron-job absent --namespace shop
check 'a missing CronJob is refused' test "$status" -eq 3
run
check 'the CronJob is required' test "$status" -eq 2

run --cron-job 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --cron-job '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
