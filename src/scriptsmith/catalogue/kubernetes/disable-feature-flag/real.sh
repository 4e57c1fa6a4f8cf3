#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

cat >flags.json <<'Y'
{"$schema": "s", "flags": {"newCheckout": {"state": "ENABLED", "description": "Größe", "variants": {"on": true, "off": false}, "defaultVariant": "on"},
 "slow": {"variants": {"10sec": 10, "off": 0}, "defaultVariant": "10sec", "targeting": {"if": []}}, "odd": {"variants": {"yes": 1}, "defaultVariant": "yes"}}}
Y
echo '{"flags": {"twice": {"variants": {"off": 0, "on": 1}, "defaultVariant": "on"}}}' >more.json
cp more.json again.json
printf 'a: b\n' >notes.yaml
kubectl create configmap flagd-config --namespace shop --from-file flags.json --from-file notes.yaml --from-file more.json --from-file again.json >/dev/null
data() { kubectl get configmap flagd-config --namespace shop --output json | jq --sort-keys .data; }
variant() { data | jq --raw-output '."flags.json"' | jq --raw-output ".flags.$1.defaultVariant"; }
before=$(data)
mkdir saved
flag() { run --flag "$1" --namespace shop --backup-directory saved "${@:2}"; }
flag newCheckout --dry-run
check 'a dry run changes nothing' test "$(data)" = "$before" -a "$status" -eq 0
check 'and saves nothing' test -z "$(ls saved)"
for it in odd nosuch twice; do
  flag $it
  check "the flag $it is refused" test "$status" -eq 3 -a "$(data)" = "$before"
done
flag slow
undo=$(sed -n 's/^undo: //p' <<<"$out")
check 'targeting rules, which win, are taken out' grep -q 'targeting rules' <<<"$out"
flag newCheckout
check 'it succeeds' test "$status" -eq 0
check 'the flag is off' test "$(variant newCheckout)" = off
check 'other entries and flags stay' test "$(data | jq '.["notes.yaml", "more.json", "again.json"]')" = "$(jq '.["notes.yaml", "more.json", "again.json"]' <<<"$before")"
check 'and so do its other settings' test "$(data | jq -r '."flags.json"' | jq -r '.flags.newCheckout.description, .["$schema"]')" = "$(printf 'Größe\ns')"
flag newCheckout
check 'a second run has nothing to change' test "$status" -eq 0 -a "$(find saved -type f | wc -l)" -eq 2
kubectl config use-context without-rights >/dev/null # the undo is for the cluster that it was
bash -c "$undo" >/dev/null
kubectl config use-context test-cluster >/dev/null
check 'the first copy puts back what was there before' test "$(data)" = "$before"
kubectl label configmap flagd-config app.kubernetes.io/instance=shop --namespace shop >/dev/null
flag newCheckout --dry-run
check 'that Argo CD may set it back is told, by its label alone' grep -q '^warning: Argo CD (perhaps: label app.kubernetes.io/instance) keeps this ConfigMap' <<<"$err"
kubectl annotate configmap flagd-config meta.helm.sh/release-name=shop --namespace shop >/dev/null
flag newCheckout --dry-run
check 'so is Helm' grep -q '^warning: Helm keeps this ConfigMap' <<<"$err"
kubectl label configmap flagd-config app.kubernetes.io/instance- --namespace shop >/dev/null
kubectl annotate configmap flagd-config meta.helm.sh/release-name- --namespace shop >/dev/null
kubectl label configmap flagd-config --namespace shop kustomize.toolkit.fluxcd.io/name=shop >/dev/null
flag newCheckout --dry-run
check 'that Flux keeps it is told' grep -q '^warning: Flux keeps this ConfigMap' <<<"$err"
kubectl label configmap flagd-config --namespace shop kustomize.toolkit.fluxcd.io/name- >/dev/null
kubectl patch configmap flagd-config --namespace shop --patch '{"immutable": true}' >/dev/null
flag newCheckout
check 'one that may not be changed is a failure' test "$status" -eq 1 -a "$(variant newCheckout)" = on
run --flag newCheckout
check 'in the default namespace there is none' test "$status" -eq 3
run --flag newCheckout --context shop-cluster --dry-run
check 'the namespace of the context is taken' test "$status" -eq 0
run --flag newCheckout --namespace shop --context without-rights
check 'without the right to see it, it is refused' test "$status" -eq 3
finish
