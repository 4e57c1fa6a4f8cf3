#!/usr/bin/env bash
. "$HARNESS"

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*deployment/}; name=${name%% *}
case "$*" in
  'get --namespace '*' deployment/gone '*restartedAt*) exit 1 ;;
  'get --namespace '*' deployment/'*restartedAt*) cat ".at-$name" 2>/dev/null || true ;;
  get*forbidden*) exit 1 ;;
  get*broken*sets*) exit 1 ;;
  get*empty*sets*|get*refused*sets*) ;;
  get*statefulsets*) printf 'statefulset.apps/db\nstatefulset.apps/queue\n' ;;
  get*daemonsets*) ;;
  get*empty*) ;;
  get*refused*) printf 'torn|1|RollingUpdate|\n' ;;
  rollout*restart*torn) exit 1 ;;
  get*broken*) printf 'sick|1|RollingUpdate|\nfine|1|RollingUpdate|\n' ;;
  'get --namespace kept '*deployments*) printf 'fine|1|RollingUpdate||\nowned|1|RollingUpdate||\nagain|1|RollingUpdate||2026\ngone|1|RollingUpdate||\n' ;;
  'get --namespace short '*deployments*) printf 'fine|1|RollingUpdate||\ncrashing|1|RollingUpdate||\n' ;;
  get*deployments*) printf 'cart|2|RollingUpdate|\nad|1|Recreate|\nidle|0|RollingUpdate|\nheld|1|RollingUpdate|true\n' ;;
  'rollout status'*sick*|'rollout status'*--timeout=5s*crashing) exit 1 ;;
  'rollout status'*owned|'rollout status'*again) ;;
  'rollout status'*gone) rm -f .at-owned; echo 2026 >.at-again ;; # set back after they were waited for
  rollout*restart*) echo 2027 >".at-$name" ;;
  config*) echo test-cluster ;;
esac
EOF
stub sleep </dev/null

run --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names a deployment' grep -q 'would restart: ad (1 replicas, Recreate)' <<<"$out"
check 'what is no deployment is told' test "$(grep '^note' <<<"$err")" = 'note: 2 statefulsets of the namespace are left alone'
check 'a dry run restarts nothing' test -z "$(calls '^kubectl rollout')"

run --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'cart is restarted' test -n "$(calls 'rollout --namespace shop .*restart deployment/cart$')"
check 'ad is restarted' test -n "$(calls 'rollout --namespace shop .*restart deployment/ad$')"
check 'a paused or empty one is left alone' test -z "$(calls 'deployment/(held|idle)')"
check 'it waits for each' test "$(calls 'rollout status --namespace shop --timeout=300s' | wc -l)" -eq 2
check 'it sums up' grep -q '^2 restarted, 2 left alone, 0 failed' <<<"$out"

run --namespace shop
check 'a second run works too' test "$status" -eq 0
run --namespace broken
check 'others that cannot be listed are told' grep -qx 'note: whether there are daemonsets too is not known' <<<"$err"
check 'one bad rollout is a failure' test "$status" -eq 1
check 'the time it was given is told, and how to go back, where' grep -qx "not ready after 300 s: sick; back out with: kubectl rollout undo --namespace broken deployment/sick --context 'test-cluster'" <<<"$err"
run --namespace broken --timeout 010
check 'a number with a leading zero is a decimal one' test -n "$(calls 'rollout status .*--timeout=10s')" -a -n "$(grep '^not ready after 10 s: sick' <<<"$err")"
run --namespace refused
check 'one that cannot be restarted is a failure' test "$status" -eq 1
check 'and is counted' grep -qx '0 restarted, 0 left alone, 1 failed' <<<"$out"
run --namespace broken
check 'the others are still waited for' grep -q '^1 restarted, 0 left alone, 1 failed' <<<"$out"
run --namespace kept
check 'what is set back meanwhile, or cannot be read any more, is a failure' test "$status:$(sed -n 's/^something has set the restart back.*: //p' <<<"$err" | tr '\n' ' ')" = '1:owned again gone '
check 'and they are counted' grep -qx '1 restarted, 0 left alone, 3 failed' <<<"$out"
run --namespace short
check 'what crashes a moment later is a failure, and how to go back is told' bash -c '[ "$1" = 1 ] && grep -qx "ready, and ten seconds later no more: crashing; back out with: kubectl rollout undo --namespace short deployment/crashing --context .test-cluster." <<<"$2"' _ "$status" "$err"
check 'and it is counted' test "$(tail -n 1 <<<"$out"):$(calls '^sleep' | tail -n 1)" = '1 restarted, 0 left alone, 1 failed:sleep 10'
run --namespace empty
check 'a namespace without deployments is refused' test "$status" -eq 3
run --namespace forbidden
check 'an unreadable namespace is refused' test "$status" -eq 3
for name in kube-system openshift openshift-ingress; do
  run --namespace $name
  check "the system namespace is refused: $name" test "$status:$(grep -c 'belongs to the cluster itself' <<<"$err")" = 3:1
done
run
check 'the namespace is required' test "$status" -eq 2
run --namespace 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
