#!/usr/bin/env bash
. "$HARNESS"

mkdir saved
touch .there
stub sleep </dev/null
printf chaos-mesh >namespace
stub kubectl <<'EOF'
[ "$1" != --context ] || { [ -z "$2" ] || printf '%s\n' "$2" >>contexts; shift 2; }
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) cat namespace; exit ;; esac
case "$*" in
  *'--output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| '; exit 0 ;;
  *forbidden*) exit 1 ;;
  get*schedules.chaos-mesh.org\ *) echo schedule.chaos-mesh.org/other ;;
  'get '*' schedules.chaos-mesh.org/'*' --output jsonpath='*) [ ! -e facts ] || { cat facts; exit "$(cat rc)"; }; printf 'u1|StressChaos' ;;
  'get '*' stresschaos.chaos-mesh.org --output jsonpath='*) [ ! -e blind ] || exit 1; echo 'u2|other-1'; [ ! -e .there ] && [ ! -e .held ] || echo 'u1|cache-1' ;;
  get*unsaved*yaml) exit 1 ;;
  get*yaml) echo 'kind: Schedule' ;;
  get*--ignore-not-found*) [ ! -e unread ] || [ -e .there ] || exit 1; if [ -e .there ] || [ -e .anew ]; then echo schedule.chaos-mesh.org/cache; fi ;;
  delete*sticky*) exit 1 ;;
  delete*again*) ;;
  delete*) rm .there; [ ! -e .later ] || touch blind ;;
  config*) echo test-cluster ;;
esac
EOF

run --schedule cache --backup-directory saved --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would delete: schedule cache in namespace chaos-mesh; its experiments (StressChaos): cache-1' <<<"$out"
check 'where nobody keeps it there is no warning' test -z "$err"
echo '|{"app.kubernetes.io/instance":"chaos"} ' >marks
run --schedule cache --backup-directory saved --dry-run
check 'that Argo CD may keep it by a label is told' grep -qF 'warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps' <<<"$err"
echo '|{"argocd.argoproj.io/instance":"chaos"} ' >marks
run --schedule cache --backup-directory saved --dry-run
check 'who keeps it is told' grep -q '^warning: Argo CD keeps this schedule' <<<"$err"
rm marks
check 'a dry run deletes and saves nothing' test -e .there -a -z "$(ls saved)"

run --schedule sticky --backup-directory saved
failed() { [[ $status -eq $1 && $err == *"$2"* ]]; } # STATUS WORDS
check 'a schedule that stays is a failure' failed 1 'is not gone after 120 s'
run --schedule again --backup-directory saved
check 'so is one that is made anew' failed 1 'something makes it anew'
echo 1 >rc; : >facts
run --schedule cache --backup-directory saved
check 'a schedule that cannot be read stays' failed 3 'cannot read schedule cache'
echo 0 >rc
for facts in 'u1|' '|StressChaos' 'u1|Stress/Chaos'; do
  echo "$facts" >facts
  run --schedule cache --backup-directory saved
  check "so does one of which is said '$facts'" failed 3 'is not understood'
done
rm facts; rm -f contexts
run --schedule cache --backup-directory saved --dry-run
check 'the context of now is named in each call' test "$(sort -u contexts)" = test-cluster
touch .later
run --schedule cache --backup-directory saved
check 'experiments that cannot be seen afterwards are a failure' failed 1 'whether its experiments (StressChaos) are cannot be seen'
rm .later blind; touch .there unread
run --schedule cache --backup-directory saved
check 'so is a schedule that cannot be looked for' failed 1 'cannot check that schedule cache is gone'
rm unread; touch .there
stub mktemp <<<'exit 1'
: >"$STUB_LOG"
run --schedule cache --backup-directory saved
check 'why is told' failed 3 'cannot write to directory'
check 'without a place for the copy nothing is deleted' test "$status" -eq 3 -a -z "$(calls ' delete ')"
rm .stubs/mktemp
for name in nowhere namespace; do
  run --schedule cache --backup-directory "$name" --dry-run
  check "a dry run tells that there would be none: $name" test "$status" -eq 3
done
for name in -x $'a\nb'; do
  run --schedule cache --backup-directory saved --context "$name"
  check "no name of a context: ${name@Q}" test "$status" -eq 2
done
mkdir none
bash_=$(command -v bash)
check 'without kubectl it is refused' grep -q 'kubectl is not installed' <<<"$(PATH=none "$bash_" "$SCRIPT" --schedule cache 2>&1)"
run --schedule unsaved --backup-directory saved
check 'without a saved manifest nothing is deleted' test "$status" -eq 3 -a -e .there
rm -f saved/*
run --schedule cache --backup-directory "$PWD/saved"
check 'it succeeds' test "$status" -eq 0
check 'the schedule is deleted' test -n "$(calls 'delete schedules.chaos-mesh.org/cache --namespace chaos-mesh')"
check 'its manifest is saved' grep -q 'kind: Schedule' saved/cache.*.yaml
check 'the undo names it and the context' test "$(tail -n 1 <<<"$out")" = "undo: kubectl create --filename $(printf %q "$PWD"/saved/cache.*.yaml) --context 'test-cluster'"

run --schedule cache --backup-directory saved
check 'a second run succeeds' test "$status" -eq 0
check 'a second run has nothing to delete' grep -q 'nothing to delete' <<<"$out"
check 'the others are named' grep -q 'chaos-mesh.org/other' <<<"$out"
touch .there .held; : >"$STUB_LOG"
run --schedule cache --backup-directory saved
check 'an experiment that stays is a failure, and named' grep -qx 'delete-chaos-schedule: schedule cache is gone, but its faults may go on: still there (StressChaos): cache-1' <<<"$err"
check 'for two minutes it waits for them' test "$(calls '^sleep 2' | wc -l)" -eq 60
stub sleep <<<'[ "$1" != 5 ] || touch .anew'
touch .there; rm -f .held
run --schedule cache --backup-directory saved
check 'a schedule that is made anew a moment later is a failure' failed 1 'something makes it anew'
rm -f .anew
stub sleep <<<'rm -f .held; touch .anew'
touch .there .held
run --schedule cache --backup-directory saved
check 'a schedule that is made anew while its experiments end is a failure' failed 1 'something makes it anew'
stub sleep </dev/null
rm -f .held .anew; touch .there blind
run --schedule cache --backup-directory saved
check 'where the experiments cannot be seen, nothing is deleted' test "$status" -eq 3 -a -e .there
rm blind
run --schedule forbidden
check 'an unreadable cluster is refused' test "$status" -eq 3
run --schedule cache --backup-directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run
check 'the schedule is required' test "$status" -eq 2
run --schedule 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --schedule --all
check 'an option is no schedule' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
rm namespace; run --schedule cache --dry-run --backup-directory saved
check 'without a namespace of the context it is default, as of kubectl' grep -q ' in namespace default' <<<"$out"
finish
