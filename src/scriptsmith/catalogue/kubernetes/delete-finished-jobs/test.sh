#!/usr/bin/env bash
. "$HARNESS"

fresh=$(date -u -d '-1 day' +%Y-%m-%dT%H:%M:%SZ) tenth=$(date -u -d '-252 hours' +%Y-%m-%dT%H:%M:%SZ)
mkdir jobs
printf 'u1' >jobs/old-ok; printf 'u2' >jobs/old-bad; printf 'u3' >jobs/fresh-ok; printf 'u4' >jobs/busy; printf 'u99' >jobs/again
cat >list.json <<EOF
{"items":[
 {"metadata":{"name":"old-ok","uid":"u1"},"status":{"conditions":[{"type":"SuccessCriteriaMet","status":"True"},{"type":"Complete","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z"}]}},
 {"metadata":{"name":"old-bad","uid":"u2"},"status":{"conditions":[{"type":"Failed","status":"True","lastTransitionTime":"2026-01-02T00:00:00Z"}]}},
 {"metadata":{"name":"fresh-ok","uid":"u3"},"status":{"conditions":[{"type":"Complete","status":"True","lastTransitionTime":"$fresh"}]}},
 {"metadata":{"name":"tenth","uid":"u6"},"status":{"conditions":[{"type":"Failed","status":"True","lastTransitionTime":"$tenth"}]}},
 {"metadata":{"name":"argo","uid":"u7","annotations":{"argocd.argoproj.io/tracking-id":"shop:batch/Job:shop/argo"}},"status":{"conditions":[{"type":"Complete","status":"True","lastTransitionTime":"2025-01-01T00:00:00Z"}]}},
 {"metadata":{"name":"flux","uid":"u8","labels":{"kustomize.toolkit.fluxcd.io/name":"apps"}},"status":{"conditions":[{"type":"Complete","status":"True","lastTransitionTime":"2025-01-01T00:00:00Z"}]}},
 {"metadata":{"name":"step","uid":"u9","ownerReferences":[{"kind":"Workflow","name":"w","controller":true}]},"status":{"conditions":[{"type":"Complete","status":"True","lastTransitionTime":"2025-01-01T00:00:00Z"}]}},
 {"metadata":{"name":"label","uid":"label","labels":{"app.kubernetes.io/instance":"shop"}},"status":{"conditions":[{"type":"Failed","status":"True","lastTransitionTime":"2019-01-01T00:00:00Z"}]}},
 {"metadata":{"name":"fleet","uid":"fleet","labels":{"objectset.rio.cattle.io/hash":"8f"}},"status":{"conditions":[{"type":"Failed","status":"True","lastTransitionTime":"2019-01-01T00:00:00Z"}]}},
 {"metadata":{"name":"helm","uid":"helm","labels":{"app.kubernetes.io/instance":"shop"},"annotations":{"meta.helm.sh/release-name":"shop"}},"status":{"conditions":[{"type":"Failed","status":"True","lastTransitionTime":"2019-01-01T00:00:00Z"}]}},
 {"metadata":{"name":"hook","uid":"hook","labels":{"app.kubernetes.io/instance":"shop"},"annotations":{"helm.sh/hook":"pre-upgrade"}},"status":{"conditions":[{"type":"Failed","status":"True","lastTransitionTime":"2019-01-01T00:00:00Z"}]}},
 {"metadata":{"name":"sync","uid":"sync","labels":{"app.kubernetes.io/instance":"shop"},"annotations":{"argocd.argoproj.io/hook":"PreSync"}},"status":{"conditions":[{"type":"Failed","status":"True","lastTransitionTime":"2019-01-01T00:00:00Z"}]}},
 {"metadata":{"name":"cron","uid":"cron","labels":{"app.kubernetes.io/instance":"shop"},"ownerReferences":[{"kind":"CronJob","name":"c","controller":true}]},"status":{"conditions":[{"type":"Failed","status":"True","lastTransitionTime":"2019-01-01T00:00:00Z"}]}},
 {"metadata":{"name":"busy","uid":"u4"},"status":{"active":1}},
 {"metadata":{"name":"again","uid":"u5"},"status":{"conditions":[{"type":"Complete","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}]}
EOF
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in 'get namespace '*' --request-timeout=30s --output name')
  case $3 in
    absent) echo 'Error from server (NotFound): namespaces "absent" not found' >&2; exit 1 ;;
    hidden) echo 'Error from server (Forbidden): namespaces "hidden" is forbidden' >&2; exit 1 ;;
  esac
  echo "namespace/$3"; exit ;;
esac
case "$*" in
  'get --namespace shop --request-timeout=30s jobs --output json') cat list.json ;;
  'get --namespace none --request-timeout=30s jobs --output json') echo '{"items":[]}' ;;
  'get --namespace hidden --request-timeout=30s jobs --output json') echo '{"items":[]}' ;;
  'get --namespace silent --request-timeout=30s jobs --output json') ;;
  'get --namespace shop --request-timeout=30s job '*' --ignore-not-found --output jsonpath={.metadata.uid}') cat "jobs/$6" 2>/dev/null; exit 0 ;;
  'delete job '*' --namespace shop --ignore-not-found --timeout=60s') [ ! -e stuck ] || exit 1; rm -- "jobs/$3" ;;
  'config current-context') echo test-cluster ;;
  *) echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF
run --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names a job' grep -qx 'would delete: job old-ok (Complete at 2026-01-01T00:00:00Z)' <<<"$out"
check 'a dry run deletes nothing' test "$(ls jobs | wc -l)" -eq 5
check 'it says how many' grep -qx '2 jobs would be deleted' <<<"$out"
check 'those that somebody would make anew are left alone, and named' test "$(grep ', left alone: job' <<<"$err" | paste -sd '|')" = 'kept by Argo CD, left alone: job argo|kept by Flux, left alone: job flux|kept by Workflow w, left alone: job step'
run --namespace shop --outcome failed --days 1000 --dry-run
check 'by the label that Argo CD sets where nothing else is set a job may be its own' grep -qx 'kept by Argo CD (perhaps: label app.kubernetes.io/instance), left alone: job label' <<<"$err"
check 'Rancher makes its jobs anew too' grep -qx 'kept by Rancher, left alone: job fleet' <<<"$err"
check 'what Helm, a hook or a CronJob made is not kept by it' test "$(sed -n 's/^would delete: job \([a-z]*\) .*/\1/p' <<<"$out" | paste -sd ' ')" = 'helm hook sync cron'
touch stuck; run --namespace shop
check 'a job that cannot be deleted is a failure' test "$status" -eq 1
check 'and is counted' grep -qx '0 deleted, 4 left alone, 1 failed' <<<"$out"
run --namespace shop --outcome failed --days 010 --dry-run
check 'a number with a leading zero is a decimal one' grep -qx '6 jobs would be deleted' <<<"$out"
rm stuck; run --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'what was done is counted' grep -qx '1 deleted, 4 left alone, 0 failed' <<<"$out"
check 'what was looked at is told' grep -qx 'looked at: jobs with outcome succeeded that ended 7 days ago or earlier' <<<"$out"
check 'an old completed job is deleted' test ! -e jobs/old-ok
check 'a failed one is not' test -e jobs/old-bad
check 'a fresh one is not' test -e jobs/fresh-ok
check 'a running one is not' test -e jobs/busy
check 'a new job of the same name is not' test -e jobs/again -a -n "$(grep 'left alone: job again' <<<"$err")"
run --namespace shop --outcome failed --days 14
check 'failed ones go on request' test ! -e jobs/old-bad -a -e jobs/fresh-ok
run --namespace shop --days 0 --outcome both
check 'all finished ones go on request' test ! -e jobs/fresh-ok -a -e jobs/busy
run --namespace none
check 'a second run has nothing to do' grep -qx '0 deleted, 0 left alone, 0 failed' <<<"$out"
run --namespace silent
check 'an empty answer is refused' test "$status" -eq 3
run --namespace forbidden
check 'a list that cannot be read is refused' test "$status" -eq 3
run
check 'the namespace is required' test "$status" -eq 2

run --namespace absent
check 'a namespace that is not there is refused' test "$status" -eq 3
check 'and told as one' grep -q 'cannot read namespace absent' <<<"$err"
run --namespace hidden
check 'whoever may not look at namespaces may still delete in one' test "$status" -eq 0

run --namespace 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --namespace '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
