#!/usr/bin/env bash
. "$HARNESS"

touch .cordoned-worker-1 .cordoned-worker-3 .cordoned-master-1
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
mark() { [ -e ".cordoned-$1" ] && printf true; }
case "$*" in
  *absent*) exit 1 ;;
  'get --request-timeout=30s nodes '*) for n in worker-1 worker-2 worker-3; do printf '%s|%s|True|node.kubernetes.io/unschedulable soft repair|NoSchedule PreferNoSchedule NoExecute\n' "$n" "$(mark "$n")"; done ;;
  # worker-1 is Ready, with no pressure on its disk or memory; the others are not.
  get*conditions*'"Ready"'*) n=${3#node/} ready=False; [ "$n" != worker-1 ] || ready=True
    case $* in *'@.type=='*) ;; *) ready='False False' ;; esac; printf '%s|%s|%s\n' "$n" "$(mark "$n")" "$ready" ;;
  get*node/*) mark "${3#node/}" ;;
  uncordon*stuck*) ;;
  uncordon*) rm -f -- ".cordoned-${*: -1}" ;;
  config*) echo test-cluster ;;
esac
exit 0
EOF

run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names a cordoned node' grep -q 'would uncordon: worker-3' <<<"$out"
check 'taints that keep pods away are told, and no others' test "$(grep taint <<<"$err" | sort -u)" = "$(printf 'warning: node worker-%s keeps the taint repair:NoExecute, which lets in only pods that tolerate it\n' 1 3)"
check 'a dry run leaves out the others' test -z "$(grep worker-2 <<<"$out")"
check 'a dry run changes nothing' test -e .cordoned-worker-1

run
check 'it succeeds' test "$status" -eq 0
check 'both workers are uncordoned' test ! -e .cordoned-worker-1 -a ! -e .cordoned-worker-3
check 'control plane nodes are filtered out' test -n "$(calls '!node-role.kubernetes.io/control-plane')"
check 'those that were freed are counted' grep -qx '2 uncordoned, 0 failed' <<<"$out"
check 'the undo names those that were freed, and the context' grep -qx "undo: kubectl cordon worker-1 worker-3 --context 'test-cluster'" <<<"$out"
check 'a free node is not touched' test -z "$(calls 'uncordon .*worker-2')"
run
check 'a second run has nothing to do' grep -q '^0 uncordoned, 0 failed' <<<"$out"
check 'nor to undo' test -z "$(grep ^undo <<<"$out")"

run --node master-1
check 'one named node is uncordoned' test ! -e .cordoned-master-1
check 'a node that is not ready is pointed out' grep -q 'master-1 is not Ready' <<<"$err"
run --node master-1
check 'of one that is not cordoned that is said' test "$status:$(grep -cx 'not cordoned: master-1' <<<"$out"):$(calls 'uncordon .*master-1' | wc -l)" = 0:1:1
check 'and why it may get no pods all the same' grep -q 'master-1 is not Ready' <<<"$err"
run
check 'of all nodes it is not' test "$(grep -c '^not cordoned' <<<"$out")" -eq 0
touch .cordoned-stuck
run --node stuck
check 'a node that stays cordoned is a failure' test "$status" -eq 1
check 'and counted as one' grep -qx '0 uncordoned, 1 failed' <<<"$out"
touch .cordoned-worker-1
run --node worker-1 --dry-run
check 'a node that is Ready is not warned of, whatever its other conditions are' test -z "$err"
run --node absent
check 'a missing node is refused' test "$status" -eq 3
run --node 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
