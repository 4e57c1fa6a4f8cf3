#!/usr/bin/env bash
. "$HARNESS"

stub sleep <<<'touch slept'
echo 'Bound|fast|10Gi|10Gi|' >db; echo 'Pending|fast|10Gi||' >new; echo 'Bound|fixed|10Gi|10Gi|' >fix; echo 'Bound|fast|1Ti|1Ti|' >tera
cp db online; cp db alone
echo 'Bound||10Gi|10Gi|' >classless; echo 'Bound|hidden|10Gi|10Gi|' >hidden
for it in slow offline back locked data-db-0; do cp db $it; done
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*persistentvolumeclaim/}; name=${name%% *}
case "$*" in
  'get storageclass fixed --request-timeout=30s --output jsonpath={.allowVolumeExpansion}') ;;
  'get storageclass hidden '*) echo 'Error from server (Forbidden)' >&2; exit 1 ;;
  'get storageclass fast --request-timeout=30s --output jsonpath={.allowVolumeExpansion}') echo true ;;
  'get --namespace shop --request-timeout=30s persistentvolumeclaim/'*' --output jsonpath='*)
    [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name"
    if [ "$name" = online ] && [ -e slept ] && grep -q True online; then echo 'Bound|fast|50Gi|50Gi|' >online; fi
    [ "$name" != db ] || [ ! -e grown ] || echo 'Bound|fast|50Gi|50Gi|' >db ;;
  'patch --namespace shop --request-timeout=30s persistentvolumeclaim/locked '*) echo 'Forbidden' >&2; exit 1 ;;
  'patch --namespace shop --request-timeout=30s persistentvolumeclaim/back '*) ;;
  'patch --namespace shop --request-timeout=30s persistentvolumeclaim/'*' --type=merge --patch={"spec":{"resources":{"requests":{"storage":"50Gi"}}}}')
    case $name in offline | online | alone | data-db-0) echo 'Bound|fast|50Gi|10Gi|True' >"$name" ;; *) echo 'Bound|fast|50Gi|10Gi|' >"$name" ;; esac
    [ "$name" != db ] || touch grown ;;
  'get --namespace shop --request-timeout=30s pods --output jsonpath='*) printf 'Running|offline online\nSucceeded|alone\nRunning|\n' ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --claim db --size 50 --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would expand: claim db in namespace shop from 10Gi to 50Gi' <<<"$out"
check 'a dry run changes nothing' grep -q '10Gi|10Gi' db
run --claim db --size 50 --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'it waits until the volume has grown' grep -qx 'expanded: claim db has 50Gi' <<<"$out"
check 'and looks again' test -e slept
run --claim db --size 050 --namespace shop
check 'a second run changes nothing' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
check 'and patches nothing' test "$(calls ' patch ' | wc -l)" -eq 1
run --claim tera --size 1024 --namespace shop
check 'the same size in another unit is the same' test "$status" -eq 0 -a -n "$(grep '^nothing to change: claim tera asks for 1Ti' <<<"$out")"
run --claim tera --size 1023 --namespace shop
check 'one GiB less is refused' test "$status" -eq 3
# What the size of a claim is, in each unit: one just below 50 GiB may be expanded, one of 50 GiB has it, one above may not.
units() { # SIZE OF WORDS: a dry run for that size of a claim that asks for OF says those words
  echo "Bound|fast|$2|$2|" >unit
  run --claim unit --size "$1" --namespace shop --dry-run
  check "$2 and $1 GiB: $3" grep -q "$3" <<<"$out$err"
}
for of in 52428800Ki 51200Mi 50Gi 53687091200; do units 50 "$of" '^nothing to change'; done
for of in 52428799Ki 51199Mi 53687091k 53687M 53G 53687091199; do units 50 "$of" "would expand: claim unit in namespace shop from $of to 50Gi"; done
for of in 52428801Ki 51201Mi 53687092k 53688M 54G 53687091201; do units 50 "$of" 'cannot shrink'; done
units 932 1T 'would expand'
units 931 1T 'cannot shrink'
units 999999 1Ti 'would expand'
units 999999 1Pi 'cannot shrink'
units 50 99999999999999Ki 'cannot shrink'
units 50 999999999999999Ki 'is not understood'
units 50 1.5Ti 'is not understood'
check 'what is not understood is refused' test "$status" -eq 3
for size in 0 1000000; do
  run --claim db --size $size --namespace shop --dry-run
  check "no size: $size" test "$status" -eq 2
done
run --claim tera --size 2000 --namespace shop --context other --dry-run
check 'the context that is named is taken' grep -qx 'context: other' <<<"$out"
run --claim tera --size 2000 --namespace shop --context -x --dry-run
check 'an option is no context' test "$status" -eq 2
run --claim tera --size 2000 --namespace shop --context $'a\nb' --dry-run
check 'nor are two lines' test "$status" -eq 2
for namespace in Shop -x 'a b'; do
  run --claim tera --size 2000 --namespace "$namespace" --dry-run
  check "no namespace: $namespace" test "$status" -eq 2
done
run --claim tera --size 2000 --namespace shop --timeout 99999 --dry-run
check 'the longest time is taken' test "$status" -eq 0
for seconds in 0 100000; do
  run --claim tera --size 2000 --namespace shop --timeout $seconds --dry-run
  check "no time to wait: $seconds" test "$status" -eq 2
done
run --claim classless --size 50 --namespace shop --dry-run
check 'a claim without a class is refused' bash -c '[ "$1" -eq 3 ] && grep -q "has no storage class" <<<"$2"' _ "$status" "$err"
run --claim hidden --size 50 --namespace shop --dry-run
check 'a class that may not be seen is tried' test "$status" -eq 0
run --claim absent --size 50 --namespace shop
check 'a missing claim is refused' bash -c '[ "$1" -eq 3 ] && grep -q "cannot read claim absent" <<<"$2"' _ "$status" "$err"
run --claim db --size 50 --namespace shop --dry-run
check 'a dry run does not wait' test "$status" -eq 0 -a -z "$(grep '^expanded' <<<"$out")"
run --claim db --size 20 --namespace shop
check 'a claim is not made smaller' test "$status" -eq 3
run --claim offline --size 50 --namespace shop --timeout 10
check 'a file system that does not grow in time is a failure, with the advice' bash -c '[ "$1" -eq 1 ] && grep -q "may want the pod to be started anew" <<<"$2"' _ "$status" "$err"
rm -f slept; run --claim online --size 50 --namespace shop
check 'one that grows while it is used is waited for' bash -c '[ "$1" -eq 0 ] && grep -qx "expanded: claim online has 50Gi" <<<"$2" && [ -e slept ]' _ "$status" "$out"
run --claim alone --size 50 --namespace shop
check 'one that nobody uses will grow later' bash -c '[ "$1" -eq 0 ] && grep -q "as soon as a pod uses it" <<<"$2"' _ "$status" "$out"
check 'it was made by no StatefulSet' test "$(grep -c StatefulSet <<<"$out")" -eq 0
run --claim data-db-0 --size 50 --namespace shop
check 'that a StatefulSet keeps its size is told' grep -q '^note: if a StatefulSet made this claim' <<<"$out"
: >"$STUB_LOG"
run --claim slow --size 50 --namespace shop --timeout 010
check 'a volume that does not grow in time is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "still has 10Gi after 10 s" <<<"$2"' _ "$status" "$err"
check 'it looks every five seconds' test "$(calls 'persistentvolumeclaim/slow --output' | wc -l):$(calls '^sleep 5$' | wc -l)" = 4:2
run --claim slow --size 50 --namespace shop --timeout 5
check 'a second run waits as well' test "$status" -eq 1
run --claim back --size 50 --namespace shop
check 'a change that does not take is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "something sets it back" <<<"$2"' _ "$status" "$err"
run --claim locked --size 50 --namespace shop
check 'a change that is refused is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not expand claim locked" <<<"$2"' _ "$status" "$err"
run --claim fix --size 50 --namespace shop
check 'a class that cannot expand is refused' test "$status" -eq 3
run --claim new --size 50 --namespace shop
check 'an unbound claim is refused' test "$status" -eq 3
run --claim db
check 'the size is required' test "$status" -eq 2

run --claim db --size 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --claim db --size '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
