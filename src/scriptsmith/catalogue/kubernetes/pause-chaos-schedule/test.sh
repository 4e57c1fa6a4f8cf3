#!/usr/bin/env bash
. "$HARNESS"

stub sleep <<<'if [ -e .slow ]; then rm .slow .runs; fi'
printf chaos-mesh >namespace
printf StressChaos >kind
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) cat namespace; exit ;; esac
case "$*" in
  *absent*) exit 1 ;;
  get*annotations*) [ -e .paused ] && printf true ;;
  get*spec.type*) cat kind ;;
  get*chaos*'jsonpath={range .items[*]}'*'{.status.conditions[?(@.type=="AllRecovered")].status}'*)
    [ ! -e .blind ] || exit 1
    kind='' own=''; [[ $* != *'ownerReferences[0].kind}/'* ]] || kind=Schedule/ own=Workflow/
    if [ ! -e .started ]; then exit; elif [ -e .runs ]; then printf '%scache|cache-x2|%s|False|True|\n' "$kind" "$(cat .runs)"; fi
    printf '%scache|cache-x0|False|True|True|\n%scache|cache-x1|True|True|True|\n%scache|cache-x3|True|False|False|\n%scache|cache-x4|True|False|True|pod-kill\n' "$kind" "$kind" "$kind" "$kind"
    printf '%sother|other-y2|False|False|True|\n%scache|cache-z0|False|False|True|\n' "$kind" "$own" ;;
  annotate*stubborn*) ;;
  annotate*) touch .paused ;;
  config*) echo test-cluster ;;
esac
exit 0
EOF

run --schedule cache --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -q 'would pause: schedule cache (StressChaos) in namespace chaos-mesh' <<<"$out"
check 'a dry run changes nothing' test ! -e .paused

run --schedule cache; rm .paused
check 'where it has started nothing that is told' grep -qx 'StressChaos objects of this schedule: none' <<<"$out"
touch .started; : >"$STUB_LOG"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" --schedule cache </dev/null 2>/dev/null) | cat)
rm -f .paused
check 'without room for a file what it started is told as well' grep -qx '  cache-x1 (paused: True, its faults are over)' <<<"$noroom"
run --schedule stubborn
check 'an annotation that does not take is a failure' test "$status" -eq 1
run --schedule cache
check 'it succeeds' test "$status" -eq 0
check 'the annotation is set' test -n "$(calls 'annotate --namespace chaos-mesh .*schedules.chaos-mesh.org/cache experiment.chaos-mesh.org/pause=true$')"
check 'its experiments are shown' grep -qx '  cache-x1 (paused: True, its faults are over)' <<<"$out"
check 'where none goes on there is no waiting' test -z "$(calls '^sleep')"
check 'those of others are not' test -z "$(grep -e other-y2 -e cache-z0 <<<"$out")"
check 'one without a target has no faults' grep -qx '  cache-x3 (paused: True, its faults are over)' <<<"$out"
check 'and a kill is over at once' grep -qx '  cache-x4 (paused: True, its faults are over)' <<<"$out"

check 'where all are, nothing is warned of' test -z "$err"
check 'the undo names namespace and cluster' grep -qx "undo: kubectl annotate schedules.chaos-mesh.org/cache --namespace chaos-mesh --context 'test-cluster' experiment.chaos-mesh.org/pause-" <<<"$out"
rm .paused; echo False >.runs; touch .slow; run --schedule cache
check 'one that Chaos Mesh pauses a moment later is waited for' test "$status:$(calls '^sleep 2$' | wc -l):$err" = 0:1:
rm .paused; echo True >.runs; : >"$STUB_LOG"; run --schedule cache
check 'one that is paused and has not taken back its faults is warned of' test "$(grep -cx '  cache-x2 (paused: True)' <<<"$out"):$(grep -c "^warning: cache-x2 may go on with its faults: kubectl describe stresschaos.chaos-mesh.org/cache-x2 --namespace chaos-mesh --context 'test-cluster' tells" <<<"$err")" = 1:1
rm .paused; echo False >.runs; : >"$STUB_LOG"; run --schedule cache
check 'for twenty seconds at most' test "$(calls '^sleep 2$' | wc -l)" -eq 9
: >"$STUB_LOG"; run --schedule cache
check 'and not where it was paused long ago' test -z "$(calls '^sleep')"
rm .runs
check 'one that goes on is warned of' test "$(grep -c '^warning: cache-x2 may go on' <<<"$err")" -eq 1
touch .blind; run --schedule cache; rm .blind
check 'so are those that cannot be listed' grep -q 'could not be listed' <<<"$err"
printf Workflow >kind; run --schedule cache; printf StressChaos >kind
check 'and those of a workflow' grep -q 'of kind Workflow has started is not looked at' <<<"$err"
run --schedule cache
check 'a second run succeeds' test "$status" -eq 0
check 'a second run annotates nothing' test -z "$(calls 'annotate .*cache')"
run --schedule absent
check 'a missing schedule is refused' test "$status" -eq 3
run
check 'the schedule is required' test "$status" -eq 2
run --schedule cache --context other --dry-run
check 'the context that is named is taken' grep -qx 'context: other' <<<"$out"
run --schedule cache --context -x --dry-run
check 'an option is no context' test "$status" -eq 2
run --schedule cache --context $'a\nb' --dry-run
check 'nor are two lines' test "$status" -eq 2
for namespace in Shop -x 'a b'; do
  run --schedule cache --namespace "$namespace" --dry-run
  check "no namespace: $namespace" test "$status" -eq 2
done
run --schedule cache --namespace A_B
check 'a bad namespace is refused' test "$status" -eq 2
run --schedule 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
rm namespace .paused; run --schedule cache --dry-run
check 'without a namespace of the context it is default, as of kubectl' grep -q ' in namespace default' <<<"$out"
finish
