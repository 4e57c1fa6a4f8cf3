#!/usr/bin/env bash
. "$HARNESS"

mkdir cordoned
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  *absent*) exit 1 ;;
  'get --request-timeout=30s nodes '*) case "$*" in *'?(@.type=="Ready")'*) ;; *) printf 'worker-1||False False False|\nworker-2||False False False|\n'; exit ;; esac # of the other conditions
    [ ! -e many ] || printf 'worker-5||True|\nworker-6||True|PreferNoSchedule\n'; [ ! -e alone ] || { printf 'worker-4||True|\nworker-3|true|True|\n'; exit; }; printf 'worker-1||True|\nworker-2||True|PreferNoSchedule\nworker-3|true|True|\ncontrol-1||True|NoSchedule PreferNoSchedule\ngpu-1||True|NoExecute\ndead-1||Unknown|NoSchedule\ndead-2||False|\n' ;;
  get*node/*) n=${3#node/}; [ ! -e gone ] || { echo 'Unable to connect to the server: EOF' >&2; exit 1; }; [ -e "cordoned/$n" ] && printf true ;;
  cordon*worker-2*) ;;
  cordon*) touch "cordoned/${*: -1}"; [ ! -e flaky ] || touch gone ;;
  config*) echo test-cluster ;;
esac
exit 0
EOF

run --node worker-1 --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -q 'would cordon: node worker-1 (1 other' <<<"$out"
check 'the context is told' grep -qx 'context: test-cluster' <<<"$out"
check 'one other node is enough' test -z "$err"
check 'a dry run cordons nothing' test ! -e cordoned/worker-1
touch many
run --node worker-1 --dry-run
check 'those that take pods are counted, and no others' grep -qx 'would cordon: node worker-1 (3 other nodes still take pods)' <<<"$out"
rm many

run --node worker-1
check 'it succeeds' test "$status" -eq 0
check 'the node is cordoned' test -e cordoned/worker-1
check 'what comes all the same is told' grep -q '^DaemonSets, and pods that tolerate it, are placed there all the same$' <<<"$out"
check 'the undo names the context' grep -qx "undo: kubectl uncordon worker-1 --context 'test-cluster'" <<<"$out"
run --node worker-1
check 'a second run succeeds' test "$status" -eq 0
check 'a second run changes nothing' test "$(calls ' cordon ' | wc -l)" -eq 1
touch alone
run --node worker-4 --dry-run
check 'that no other node is left is warned of' bash -c '[ "$1" -eq 0 ] && grep -q "no other node takes pods" <<<"$2" && grep -q "(0 other" <<<"$3"' _ "$status" "$err" "$out"
rm alone
run --node worker-4 --context other --dry-run
check 'the context that is named is taken' grep -qx 'context: other' <<<"$out"
run --node worker-4 --context -x --dry-run
check 'an option is no context' test "$status" -eq 2
run --node worker-4 --context $'a\nb' --dry-run
check 'nor are two lines' test "$status" -eq 2
run --node worker-2
check 'a cordon without effect is a failure' test "$status" -eq 1
touch flaky
run --node worker-7
check 'a node that cannot be looked at afterwards is a failure, told as such' test "$status:$(grep -c 'cannot read node worker-7 after' <<<"$err")" = 1:1
rm flaky gone
run --node absent
check 'a missing node is refused' test "$status" -eq 3
run
check 'the node is required' test "$status" -eq 2
run --node --all
check 'an option is no node' test "$status" -eq 2
run --node 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
