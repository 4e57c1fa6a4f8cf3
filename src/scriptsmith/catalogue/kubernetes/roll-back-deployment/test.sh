#!/usr/bin/env bash
. "$HARNESS"

echo 4 >.rev
sets() { # NUMBER...: replica sets of this deployment, and one of another
  echo 'bb-2,3,,,other:3,'
  for each; do echo "aa-1,$each,,shop/init:1,shop/cart:$each,"; done
}
sets 1 3 4 >sets
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  *absent*) exit 1 ;;
  get*metadata.uid*) echo aa-1 ;;
  'get '*' replicasets '*)
    [ ! -e no-sets ] || exit 1
    # UID REVISION EARLIER-NUMBERS INIT-IMAGE IMAGE REST-OF-THE-TEMPLATE
    while IFS=, read -r uid number before init image rest; do
      printf '%s|%s|%s|%s %s|{"metadata":{%s"labels":{"app":"cart","pod-template-hash":"%s"}},"spec":{"image":"%s"}}\n' "$uid" "$number" "${before//./,}" "$init" "$image" "${rest:+$rest,}" "h$number" "$image"
    done <sets ;;
  get*ownerReferences*) cat marks 2>/dev/null || echo '| ' ;;
  get*first*) printf 1 ;;
  get*deployment/*) cat .rev ;;
  'rollout history'*--revision=* | rollout*history*--revision=*) echo 'Image: shop/cart:1.2' ;;
  'rollout status'*stuck* | 'rollout status'*--timeout=5s*crashing) exit 1 ;;
  'rollout status'*owned*) echo 6 >.rev ;;
  'rollout status'*lost*) rm -f .rev ;;
  rollout*undo*deaf*) ;;
  rollout*undo*young*) echo 3 >.rev ;;
  rollout*undo*old*) echo 13 >.rev ;;
  rollout*undo*) echo 5 >.rev ;;
  config*) echo test-cluster ;;
esac
EOF
stub sleep </dev/null

run --deployment cart --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names both revisions' grep -q '^would roll back: .* from revision 4 (shop/init:1 shop/cart:4) to 3 (shop/init:1 shop/cart:3)$' <<<"$out"
check 'a dry run shows the template' grep -q 'shop/cart:1.2' <<<"$out"
check 'a dry run changes nothing' test -z "$(calls undo)"
check 'where nobody keeps it there is no warning' test -z "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --deployment cart --namespace shop --dry-run
  check "that the template may be set back is told: $who" grep -qxF "warning: $who keeps this deployment and may set the template back; change it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks

run --deployment cart --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'it says from which images to which, before' grep -q '^rolling back: .* from revision 4 (shop/init:1 shop/cart:4) to 3 (shop/init:1 shop/cart:3)$' <<<"$out"
check 'it goes to the revision before' test -n "$(calls 'rollout --namespace shop .*undo deployment/cart --to-revision=3$')"
check 'it waits' test -n "$(calls 'rollout status --namespace shop')"
check 'it tells how to return' grep -q 'left behind: 4' <<<"$out"

echo 4 >.rev
run --deployment cart --revision 1
check 'a given revision is used' test -n "$(calls 'undo deployment/cart --to-revision=1$')"
echo 4 >.rev
run --deployment cart --revision 4
check 'the current revision needs nothing' test "$status:$(grep -c 'nothing to do' <<<"$out")" = 0:1
: >"$STUB_LOG"; run --deployment stuck --revision 4 --timeout 010
check 'unless its pods are not ready' test "$status:$(grep -c 'nothing to do' <<<"$out"):$(grep -c 'are not ready after 10 s' <<<"$err"):$(calls undo)" = 1:1:1:
: >"$STUB_LOG"; run --deployment stuck --revision 4 --dry-run
check 'which a dry run does not wait for' test "$status:$(calls 'rollout status')" = 0:
run --deployment cart --revision 2
check 'an unknown revision is refused' test "$status" -eq 3
check 'with those that there are' grep -qx '  revision 3: shop/init:1 shop/cart:3' <<<"$err"

# Once more, after a roll-back from 4 to 3.
echo 5 >.rev
{ sets 1 4; echo aa-1,5,3,shop/init:1,shop/cart:3,; } >sets
: >"$STUB_LOG"; run --deployment cart
check 'it does not swing back to what was left' test "$status:$(calls undo):$(grep -c 'revision 5 of deployment cart is an earlier one (3) that was gone back to, so the one before, 4, is what was left then: say with --revision' <<<"$err")" = 3::1
check 'the revisions are listed, with their images and former numbers' test "$(head -n 3 <<<"$err")" = '  revision 1: shop/init:1 shop/cart:1
  revision 4: shop/init:1 shop/cart:4
  revision 5 (before: 3): shop/init:1 shop/cart:3'
run --deployment cart --dry-run
check 'nor does a dry run offer it' test "$status" -eq 3
run --deployment cart --revision 3
check 'by the same number again there is nothing to do' test "$status:$(calls undo):$(grep -c '^nothing to do: deployment cart is at revision 5 already' <<<"$out")" = 0::1
run --deployment cart --revision 4 --dry-run
check 'by its number the other can be chosen' grep -q ' from revision 5 .* to 4 (shop/init:1 shop/cart:4)$' <<<"$out"
# A restart changes an annotation, and makes a revision.
echo 4 >.rev
{ sets 1; echo 'aa-1,3,,shop/init:1,shop/cart:4,'; echo 'aa-1,4,,shop/init:1,shop/cart:4,"annotations":{"kubectl.kubernetes.io/restartedAt":"2026-11-30T20:00:00Z"},'; } >sets
run --deployment cart
check 'what differs by a restart alone is no revision to go back to' test "$status:$(calls undo):$(grep -c 'revision 3 of deployment cart differs from 4 by a restart alone, .*: say with --revision' <<<"$err")" = 3::1
run --deployment cart --revision 3 --dry-run
check 'unless it is named: then it is warned of' test "$status:$(grep -c '^warning: revisions 4 and 3 have the same images, ' <<<"$err")" = 0:1
# The same images with other settings.
{ sets 1; echo 'aa-1,3,,shop/init:1,shop/cart:4,'; echo 'aa-1,4,,shop/init:1,shop/cart:4,"annotations":{"note":"x"},'; } >sets
run --deployment cart --dry-run
check 'where settings differ it goes on, and says that the program is the same' test "$status:$(grep -c '^warning: revisions 4 and 3 have the same images, ' <<<"$err")" = 0:1
{ sets 1 3; echo 'bb-2,4,,,shop/cart:4,'; } >sets
run --deployment cart
check 'a replica set of another is not taken for its own' test "$status:$(grep -c 'the replica set of revision 4, .* is not found' <<<"$err")" = 3:1
touch no-sets; run --deployment cart; rm no-sets
check 'without the revisions nothing is done' test "$status:$(calls undo):$(grep -c 'cannot read the replica sets' <<<"$err")" = 3::1
echo 2 >.rev
sets 1 2 >sets; run --deployment young
check 'the first revision is one to go back to' test "$status" -eq 0 -a -n "$(calls 'undo deployment/young --to-revision=1$')"
echo 12 >.rev
sets 8 9 10 11 12 >sets; run --deployment old --revision 010 --timeout 0120
check 'numbers are decimal' test "$status" -eq 0 -a -n "$(calls 'undo deployment/old --to-revision=10$')" -a -n "$(calls 'rollout status .*--timeout=120s deployment/old$')"
echo 12 >.rev
run --deployment old
check 'the revision before 12 is 11, though 9 has the greater first digit' test -n "$(calls 'undo deployment/old --to-revision=11$')"
echo 4 >.rev; sets 1 3 4 >sets
run --deployment deaf
check 'a roll-back that does not take is a failure' test "$status:$(grep -c 'the deployment is still at revision 4' <<<"$err")" = 1:1
run --deployment lost
check 'one that cannot be read afterwards is a failure' test "$status:$(grep -c 'cannot read the deployment after the rollback' <<<"$err")" = 1:1
sets 1 >sets; run --deployment first; sets 1 3 4 >sets
check 'no earlier revision is refused' test "$status" -eq 3
run --deployment absent
check 'a missing deployment is refused' test "$status" -eq 3
echo 4 >.rev
run --deployment stuck --timeout 010
check 'pods that do not come up are a failure' test "$status:$(grep -c 'not ready after 10 s' <<<"$err")" = 1:1
check 'with the way back' grep -q 'left behind: 4' <<<"$err"
echo 4 >.rev
run --deployment crashing
check 'pods that crash a moment later are a failure' test "$status:$(grep -c 'not ready after 300 s, or only for a moment (left behind: 4)' <<<"$err"):$(calls '^sleep' | tail -n 1)" = '1:1:sleep 10'
check 'and are not told as done' test -z "$(grep '^rolled back' <<<"$out")"
echo 4 >.rev
run --deployment owned
check 'one that is set back meanwhile is a failure' test "$status" -eq 1 -a -n "$(grep 'changed the deployment again: it is at revision 6' <<<"$err")"
run --deployment cart --revision last
check 'a bad revision is refused' test "$status" -eq 2
run --deployment 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
