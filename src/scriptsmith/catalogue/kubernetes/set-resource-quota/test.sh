#!/usr/bin/env bash
. "$HARNESS"

printf 'pods=10\nrequests.memory=8Gi\n' >team; for it in back blind locked mute vanishing; do cp team $it; done
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*resourcequota/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s resourcequotas --output go-template='*) [ ! -e unseen ] || exit 1; [ ! -e others ] || cat others ;;
  'get --namespace shop --request-timeout=30s resourcequota/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'get --namespace shop --request-timeout=30s resourcequota/'*' --output jsonpath={.metadata.labels}') cut -d '|' -f 2 marks 2>/dev/null ;;
  'get --namespace shop --request-timeout=30s resourcequota/blind --output go-template='*.status.used*) exit 1 ;;
  'get --namespace shop --request-timeout=30s resourcequota/'*' --output go-template='*.status.used*) printf 'pods=9\nrequests.memory=8Gi\n' ;;
  'get --namespace shop --request-timeout=30s resourcequota/'*' --output go-template='*.spec.hard*) [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name" ;;
  'patch --namespace shop --request-timeout=30s resourcequota/'*' --type=merge --patch='*'"7m"}}}'*) echo 'must be an integer' >&2; exit 1 ;;
  'patch --namespace shop --request-timeout=30s resourcequota/mute '*' --dry-run=server '*) ;;
  'patch --namespace shop --request-timeout=30s resourcequota/'*' --type=merge --patch={"spec":{"hard":{"'*'"}}} --dry-run=server --output go-template='*)
    pair=${all##*hard\":\{\"}; key=${pair%%\"*}; pair=${pair#*:\"}; pair=${pair%%\"*}; [ "$pair" != 8192Mi ] || pair=8Gi; sed "s/^$key=.*/$key=$pair/" "$name" ;;
  'patch --namespace shop --request-timeout=30s resourcequota/locked '*) exit 1 ;;
  'patch --namespace shop --request-timeout=30s resourcequota/back '*) ;;
  'patch --namespace shop --request-timeout=30s resourcequota/vanishing '*) rm vanishing ;;
  'patch --namespace shop --request-timeout=30s resourcequota/team --type=merge --patch={"spec":{"hard":{"'*'"}}}')
    pair=${all##*hard\":\{\"}; key=${pair%%\"*}; pair=${pair#*:\"}; sed -i "s/^$key=.*/$key=${pair%%\"*}/" team ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --namespace shop --quota team --resource pods --value 40 --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would set: pods in quota team of namespace shop from 10 to 40' <<<"$out"
check 'what is used is shown' grep -qx 'pods in quota team: 9 used of 10' <<<"$out"
check 'a dry run changes nothing' grep -qx 'pods=10' team
check 'nothing else is told' test -z "$err"
printf 'team pods=10\nteam requests.memory=8Gi\nbase pods=12\nbase pods.x=1\n' >others; echo '|{"kustomize.toolkit.fluxcd.io/name":"apps"} {}' >marks
run --namespace shop --quota team --resource pods --value 40 --dry-run
check 'another quota that bounds it, and who may set it back, are told' test "$err" = 'note: quota base bounds it too: pods=12
warning: Flux keeps this quota and may set it back; change it there too'
rm others marks; touch unseen
run --namespace shop --quota team --resource pods --value 40 --dry-run
check 'quotas that cannot be listed are not told as none' test "$status:$err" = '0:note: the quotas cannot be listed, so whether another one bounds it too is not known'
rm unseen
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --namespace shop --quota team --resource pods --value 40 --dry-run
  check "that it may be set back is told: $who" grep -qxF "warning: $who keeps this quota and may set it back; change it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
Rancher (quota of the project and the namespace)	|{"cattle.io/creator":"norman","resourcequota.management.cattle.io/default-resource-quota":"true"} 
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
run --namespace shop --quota team --resource pods --value 40
check 'it succeeds' test "$status" -eq 0
check 'the bound is set' grep -qx 'pods=40' team
check 'what a bound below that means is told' grep -qx 'where more is in use nothing new is admitted; what was refused is tried again with growing pauses' <<<"$out"
check 'others stay' grep -qx 'requests.memory=8Gi' team
check 'the former one is told' grep -qx 'set: pods in quota team is 40 (before: 10, in use: 9)' <<<"$out"
run --namespace shop --quota team --resource pods --value 40
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
run --namespace shop --quota team --resource requests.memory --value 8192Mi
check 'another way to write the same amount is no change' test "$status" -eq 0 -a -n "$(grep '^nothing to change' <<<"$out")"
run --namespace shop --quota blind --resource pods --value 4 --dry-run
check 'what is in use need not be known' grep -qx 'pods in quota blind: unknown used of 10' <<<"$out"
run --namespace shop --quota team --resource requests.cpu --value 4
check 'a new bound is refused' test "$status:$(grep -c 'does not bound requests.cpu, only: pods=40, requests.memory=8Gi$' <<<"$err")" = 3:1
run --namespace shop --quota team --resource pods --value 7m
check 'what the API server refuses is refused' test "$status:$(grep -c 'the API server would not accept pods=7m' <<<"$err")" = 3:1
run --namespace shop --quota mute --resource pods --value 5
check 'a trial without an answer is refused, and changes nothing' test "$status:$(grep -c 'is not understood' <<<"$err"):$(calls 'patch .*mute' | grep -vc dry-run)" = 3:1:0
run --namespace shop --quota vanishing --resource pods --value 5
check 'one that goes meanwhile is a failure' test "$status:$(grep -c 'cannot read quota vanishing after the change' <<<"$err")" = 1:1
run --namespace shop --quota back --resource pods --value 5
check 'a change that does not take is a failure' test "$status:$(grep -c 'pods is 10 after the change, not 5' <<<"$err")" = 1:1
run --namespace shop --quota locked --resource pods --value 5
check 'a change that is refused is a failure' test "$status:$(grep -c 'could not change quota locked' <<<"$err")" = 1:1
run --namespace shop --quota absent --resource pods --value 5
check 'a missing quota is refused' test "$status:$(grep -c 'cannot read quota absent' <<<"$err")" = 3:1
run --namespace shop --quota team --resource pods
check 'the value is required' test "$status" -eq 2
run --namespace shop --quota team --resource 'pods":"1"}}}' --value 1
check 'a resource that breaks out of the JSON is refused' test "$status" -eq 2

run --namespace shop --quota team --resource pods --value 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --namespace shop --quota team --resource pods --value '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
# What keeps it as it stands in a repository, and sets it back some seconds later.
echo 'pods=10' | tee team >kept; stub sleep <<<'cp kept team'; echo '| {"argocd.argoproj.io/tracking-id":"x"}' >marks
: >"$STUB_LOG"
run --namespace shop --quota team --resource pods --value 40
check 'what is set back some seconds later is a failure' test "$status:$(grep -c 'something sets it anew' <<<"$err"):$(calls '^sleep 8$' | wc -l)" = 1:1:1
finish
