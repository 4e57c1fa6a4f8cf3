#!/usr/bin/env bash
. "$HARNESS"

mkdir saved
stub sleep <<<'[ ! -e slow ] || mv slow deny'
for it in deny back locked; do
  echo '{"apiVersion":"networking.k8s.io/v1","kind":"NetworkPolicy","metadata":{"name":"'$it'","namespace":"shop","uid":"u1","resourceVersion":"77","labels":{"a":"b"}},"spec":{"podSelector":{"matchLabels":{"app":"cart"}},"policyTypes":["Ingress"]}}' >$it
done
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get --namespace shop --request-timeout=30s networkpolicy/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'get --namespace shop --request-timeout=30s networkpolicy '*' --ignore-not-found --output json') cat "$6" 2>/dev/null; exit 0 ;;
  'get --namespace shop --request-timeout=30s networkpolicy '*' --ignore-not-found --output name') [ ! -e "$6" ] || echo "networkpolicy.networking.k8s.io/$6" ;;
  'get --namespace shop --request-timeout=30s networkpolicies --output name') [ ! -e back ] || echo networkpolicy.networking.k8s.io/back ;;
  'delete networkpolicy locked '*) echo 'Forbidden' >&2; exit 1 ;;
  'delete networkpolicy back '*) ;;
  'delete networkpolicy '*' --namespace shop --timeout=60s') rm -- "$3" ;;
  'config current-context') echo test-cluster ;;
  *) echo 'Error from server (Forbidden)' >&2; exit 1 ;;
esac
EOF
run --policy deny --namespace shop --backup-directory saved --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would delete: network policy deny in namespace shop' <<<"$out"
check 'the pods it applies to are told' grep -q '{"matchLabels":{"app":"cart"}}$' <<<"$out"
check 'a dry run changes nothing' test -e deny -a -z "$(ls saved)"
for place in nowhere deny; do
  run --policy deny --namespace shop --backup-directory "$place" --dry-run
  check "a dry run refuses a place that is no folder: $place" test "$status" -eq 3
done
for place in . ./saved "$PWD/saved" saved; do
  run --policy back --namespace shop --backup-directory "$place"
  [[ $place != saved ]] || place=./saved
  check "the copy is where it is wanted: $place" grep -q "^saved: $place/networkpolicy-back" <<<"$out"
done
rm -f saved/* networkpolicy-back*
run --policy deny --namespace shop --backup-directory saved --dry-run
check 'where nobody keeps it there is no warning' test -z "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --policy deny --namespace shop --backup-directory saved --dry-run
  check "that it may be made anew is told: $who" grep -qxF "warning: $who keeps this policy and may make it anew; take it out there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"kustomize.toolkit.fluxcd.io/name":"apps"} 
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
run --policy deny --namespace shop --backup-directory saved
check 'it succeeds' test "$status" -eq 0
check 'the undo names the cluster' grep -Eqx "undo: kubectl create --filename ./saved/networkpolicy-deny.[A-Za-z0-9]+.json --context 'test-cluster'" <<<"$out"
check 'the policy is deleted' test ! -e deny
check 'a copy is kept that can be created again' test "$(jq -c '[.metadata.name, .metadata.uid, .metadata.resourceVersion, .spec.policyTypes[0]]' saved/*)" = '["deny",null,null,"Ingress"]'
check 'what is left is listed' grep -q 'left there of this kind: networkpolicy.networking.k8s.io/back$' <<<"$out"
cp back slow; cp back deny; run --policy deny --namespace shop --backup-directory saved
check 'one that comes back a moment later is a failure' test "$status:$(grep -c 'something makes it anew' <<<"$err")" = 1:1
rm deny; run --policy deny --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to delete' <<<"$out")"
run --policy back --namespace shop
check 'a policy that comes back is a failure' test "$status" -eq 1
run --policy locked --namespace shop
check 'one that cannot be deleted is a failure' test "$status" -eq 1
: >"$STUB_LOG"; run --policy back --namespace shop --backup-directory nowhere
check 'without a place for the copy nothing is deleted' test "$status" -eq 3 -a -z "$(calls ' delete ')"
run --policy back --namespace forbidden
check 'a policy that cannot be read is refused' test "$status" -eq 3
run --policy back
check 'the namespace is required' test "$status" -eq 2

run --namespace shop --policy 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --namespace shop --policy '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
