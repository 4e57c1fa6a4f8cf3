#!/usr/bin/env bash
. "$HARNESS"

mkdir saved
cat >cm.json <<'EOF'
{"apiVersion":"v1","kind":"ConfigMap",
 "metadata":{"name":"flagd-config","namespace":"shop","uid":"u1","resourceVersion":"7","labels":{"app":"flagd"}},
 "data":{"notes.txt":"not JSON","demo.flagd.json":"{\"$schema\":\"s\",\"flags\":{\"newCheckout\":{\"state\":\"ENABLED\",\"description\":\"GC \u00fc\",\"variants\":{\"on\":true,\"off\":false},\"defaultVariant\":\"on\"},\"slow\":{\"variants\":{\"10sec\":10,\"off\":0},\"defaultVariant\":\"10sec\",\"targeting\":{\"if\":[]}},\"odd\":{\"variants\":{\"yes\":1},\"defaultVariant\":\"yes\"}}}"}}
EOF
cp cm.json first.json
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  *absent*) exit 1 ;;
  get*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  get*) cat cm.json ;;
  replace*) [ ! -e .conflict ] || exit 1; cp -- "${*: -1}" cm.json ;;
  config*) echo test-cluster ;;
esac
EOF
variant() {
  python3 -c 'import json,sys; print(json.loads(json.load(open("cm.json"))["data"]["demo.flagd.json"])["flags"][sys.argv[1]]["defaultVariant"])' "$1"
}

run --flag newCheckout --namespace shop --backup-directory saved --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'what becomes of it is told' grep -qx 'flag newCheckout in demo.flagd.json: on -> off' <<<"$out"
check 'a dry run says what it would do' grep -q 'would set flag newCheckout to off' <<<"$out"
check 'a dry run changes nothing' cmp cm.json first.json
check 'a dry run saves nothing' test -z "$(ls saved)"

touch .conflict
run --flag newCheckout --namespace shop --backup-directory saved
check 'a conflict is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not replace ConfigMap" <<<"$2"' _ "$status" "$err"
rm -f .conflict saved/*
run --flag newCheckout --namespace shop --backup-directory saved
check 'it succeeds' test "$status" -eq 0
check 'the flag is off' test "$(variant newCheckout)" = off
check 'another flag stays' test "$(variant slow)" = 10sec
check 'an entry that is not JSON stays' grep -q 'not JSON' cm.json
check 'a change in between is noticed by the version' grep -q '"resourceVersion": "7"' cm.json
check 'the undo names it and the context' grep -qxF "undo: kubectl replace --filename $(sed -n 's/^saved: //p' <<<"$out") --context 'test-cluster'" <<<"$out"
check 'the former ConfigMap is saved' python3 -c 'import glob,json; a=json.load(open(glob.glob("saved/*.json")[0])); b=json.load(open("first.json")); assert a["data"]==b["data"] and "resourceVersion" not in a["metadata"]'

run --flag newCheckout --namespace shop --backup-directory saved
check 'a second run succeeds' test "$status" -eq 0
check 'a second run replaces nothing' grep -q 'nothing to change' <<<"$out"
check 'a second run saves nothing' test "$(find saved -type f | wc -l)" -eq 1
run --flag slow --backup-directory saved
check 'targeting rules, which would win, are taken out and told' bash -c '[ "$1" -eq 0 ] && grep -qF "targeting rules of flag slow, which win over its default, are taken out (the saved file keeps them): {\"if\": []}" <<<"$2" && ! grep -q "\\\\\"if" cm.json' _ "$status" "$out"
check 'the saved file has them' grep -q '\\"if\\"' "$(sed -n 's/^saved: //p' <<<"$out")"
run --flag slow --backup-directory saved
check 'then there is nothing to change' grep -q '^nothing to change' <<<"$out"
cp first.json cm.json; sed -i 's/defaultVariant\\":\\"10sec/defaultVariant\\":\\"off/' cm.json; run --flag slow --backup-directory saved
check 'a flag that is off by default and on by its rules is not off' bash -c '[ "$1" -eq 0 ] && grep -q "^disabled: flag slow" <<<"$2" && ! grep -q "\\\\\"if" cm.json' _ "$status" "$out"
run --flag odd --backup-directory saved --dry-run
check 'a flag without the variant off is refused before' test "$status" -eq 3
run --flag odd --backup-directory saved
check 'a flag without the variant off is refused' test "$status" -eq 3
run --flag nosuch --backup-directory saved
check 'an unknown flag is refused' test "$status" -eq 3
run --flag newCheckout --configmap absent
check 'a missing ConfigMap is refused' bash -c '[ "$1" -eq 3 ] && grep -q "cannot read ConfigMap absent" <<<"$2"' _ "$status" "$err"
cp first.json cm.json
run --flag newCheckout --backup-directory saved --dry-run
check 'where nobody keeps it there is no warning' bash -c '! grep -q "keeps this" <<<"$1"' _ "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --flag newCheckout --backup-directory saved --dry-run
  check "that the flag may be turned on again is told: $who" grep -qxF "warning: $who keeps this ConfigMap and may turn the flag on again; change it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
stub sleep <<<'cp first.json cm.json'
run --flag newCheckout --backup-directory saved
check 'a flag that is set back is a failure' bash -c '[ "$1" = 1 ] && grep -q "flag newCheckout is not off after the change" <<<"$2"' _ "$status" "$err"
rm .stubs/sleep marks
cp first.json cm.json
run --flag newCheckout --backup-directory "$PWD/saved" --dry-run
check 'nobody keeps it' test -z "$err"
check 'an absolute directory is taken' test "$status" -eq 0
: >file
for directory in file nowhere; do
  run --flag newCheckout --backup-directory $directory --dry-run
  check "nothing can be saved in: $directory" test "$status" -eq 3
done
run --flag newCheckout --configmap 'Bad_Name'
check 'a bad name of a ConfigMap is refused' test "$status" -eq 2
run --flag newCheckout --context other --dry-run
check 'the context that is named is taken' grep -qx 'context: other' <<<"$out"
run --flag newCheckout --context -x --dry-run
check 'an option is no context' test "$status" -eq 2
run --flag newCheckout --context $'a\nb' --dry-run
check 'nor are two lines' test "$status" -eq 2
for namespace in Shop -x 'a b'; do
  run --flag newCheckout --namespace "$namespace" --dry-run
  check "no namespace: $namespace" test "$status" -eq 2
done
run
check 'the flag is required' test "$status" -eq 2
run --flag 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
# equivalent mutant 4bac3136: a second ./ before the name of a directory changes only how it is told
# equivalent mutant b8994d31: a second ./ before the name of a directory changes only how it is told
# equivalent mutant 3be1328d: ./. is the same directory as .
finish
