#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant 4bac3136: a second ./ before the name of a directory changes only how it is told
# equivalent mutant b8994d31: a second ./ before the name of a directory changes only how it is told
# equivalent mutant 3be1328d: ./. is the same directory as .

mkdir saved q
stub sleep <<<'[ ! -e slow ] || mv slow q/team'
for it in team back locked blind; do
  echo '{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"'$it'","namespace":"shop","uid":"u1","resourceVersion":"77"},"spec":{"hard":{"pods":"10","limits.cpu":"4"}},"status":{"used":{"pods":"3"}}}' >q/$it
done
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
  *' resourcequota/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'get --namespace shop --request-timeout=30s resourcequota '*' --ignore-not-found --output json') cat "q/$6" 2>/dev/null; exit 0 ;;
  'get --namespace shop --request-timeout=30s resourcequotas --output name') [ ! -e unread ] || exit 1; ls q | sed 's|^|resourcequota/|' ;;
  'delete resourcequota locked '*) echo 'Forbidden' >&2; exit 1 ;;
  'delete resourcequota back '*) ;;
  'delete resourcequota blind '*) rm q/blind; touch unread ;;
  'delete resourcequota '*' --namespace shop --timeout=60s') rm -- "q/$3" ;;
  'config current-context') echo test-cluster ;;
  *) echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF
run --quota team --namespace shop --backup-directory saved --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would delete: quota team in namespace shop' <<<"$out"
check 'where nobody keeps it there is no warning' test -z "$err"
echo '|{"argocd.argoproj.io/instance":"shop"} ' >marks
run --quota team --namespace shop --backup-directory saved --dry-run
check 'who keeps it is told' grep -q '^warning: Argo CD keeps this quota' <<<"$err"
echo '|{"app.kubernetes.io/instance":"shop"} ' >marks
run --quota team --namespace shop --backup-directory saved --dry-run
check 'also by the label of before' grep -qF 'warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps' <<<"$err"
echo 'Tenant| ' >marks
run --quota team --namespace shop --backup-directory saved --dry-run
check 'so is its owner' grep -qF 'warning: its owner (Tenant) keeps this quota and may make it anew' <<<"$err"
rm marks; run --quota team --namespace shop --backup-directory saved --dry-run
check 'what it bounds is told' grep -qx 'quota team bounds: pods=10, limits.cpu=4' <<<"$out"
check 'a dry run changes nothing' test -e q/team -a -z "$(ls saved)"
run --quota team --namespace shop --backup-directory "$PWD/saved"
check 'it succeeds' test "$status" -eq 0
check 'the quota is deleted' test ! -e q/team
check 'a copy is kept that can be created again' test "$(jq -c '[.metadata.name, .metadata.uid, .status, .spec.hard.pods]' saved/*)" = '["team",null,null,"10"]'
check 'the undo names the cluster' grep -Eqx "undo: kubectl create --filename $PWD/saved/resourcequota-team.[A-Za-z0-9]+.json --context 'test-cluster'" <<<"$out"
check 'what is left is listed' grep -q 'left there: resourcequota/back, resourcequota/blind, resourcequota/locked$' <<<"$out"
run --quota team --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to delete' <<<"$out")"
run --quota back --namespace shop
check 'a quota that comes back is a failure' test "$status" -eq 1
cp q/back slow; cp q/back q/team; run --quota team --namespace shop
check 'also a moment later' test "$status:$(grep -c 'something makes it anew' <<<"$err")" = 1:1
rm q/team
run --quota locked --namespace shop
check 'one that cannot be deleted is a failure' test "$status" -eq 1
: >"$STUB_LOG"; run --quota back --namespace shop --backup-directory nowhere
check 'without a place for the copy nothing is deleted' test "$status" -eq 3 -a -z "$(calls ' delete ')"
for name in nowhere q/back; do
  run --quota back --namespace shop --backup-directory "$name" --dry-run
  check "a dry run tells that there is none: $name" test "$status" -eq 3
done
stub mktemp <<<'exit 1'
run --quota back --namespace shop --backup-directory saved
check 'why is told' grep -q 'cannot write to directory' <<<"$err"
check 'nor is it where no file can be made' test "$status" -eq 3 -a -z "$(calls ' delete ')"
rm .stubs/mktemp
run --quota blind --namespace shop --backup-directory saved
check 'a quota that cannot be looked for is a failure' test "$status" -eq 1 -a -n "$(grep 'cannot look whether' <<<"$err")"
rm unread
run --quota back --namespace forbidden
check 'a quota that cannot be read is refused' test "$status" -eq 3
run --quota back
check 'the namespace is required' test "$status" -eq 2

run --namespace shop --quota 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --namespace shop --quota '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
