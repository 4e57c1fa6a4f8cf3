#!/usr/bin/env bash
. "$HARNESS"

printf 'kubernetes.io/os=linux\nexample.org/pool=spot\npool=x\n' >labels
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get --request-timeout=30s node/absent '*) echo 'Error from server (NotFound)' >&2; exit 1 ;;
  'get --request-timeout=30s node/'*' --output go-template='*) cat labels ;;
  'label --request-timeout=30s node locked '*) exit 1 ;;
  'label --request-timeout=30s node stubborn '*' --overwrite') ;;
  'label --request-timeout=30s node n1 '*=*' --overwrite') grep -v "^${5%%=*}=" labels >l; mv l labels; echo "$5" >>labels ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --node n1 --label example.org/pool --value batch --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would label: node n1 with example.org/pool=batch (now =spot)' <<<"$out"
check 'a dry run changes nothing' grep -qx 'example.org/pool=spot' labels
run --node n1 --label example.org/pool --value batch
check 'it succeeds' test "$status" -eq 0
check 'the label is set' grep -qx 'example.org/pool=batch' labels
check 'the former value is in the way back' grep -q 'undo: kubectl label node n1 example.org/pool=spot --overwrite --context .test-cluster.$' <<<"$out"
run --node n1 --label example.org/pool --value batch
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
check 'and labels nothing' test "$(calls ' label ' | wc -l)" -eq 1
run --node n1 --label gpu --value true
check 'a new label is set' grep -qx 'gpu=true' labels
check 'and its way back takes it off' grep -q 'undo: kubectl label node n1 gpu- --context .test-cluster.$' <<<"$out"
run --node stubborn --label tier --value x
check 'a label that does not take is a failure' test "$status" -eq 1
run --node locked --label tier --value x
check 'a label that is refused is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not label node locked" <<<"$2"' _ "$status" "$err"
run --node absent --label tier --value x
check 'a missing node is refused' test "$status" -eq 3
run --node n1 --label kubernetes.io/hostname --value n2
check 'the labels of the kubelet are left to it' test "$status" -eq 3
run --node n1 --label topology.kubernetes.io/zone --value a
check 'a zone may be set where there is none' grep -qx topology.kubernetes.io/zone=a labels
run --node n1 --label topology.kubernetes.io/zone --value b
check 'but not be changed' test "$status:$(grep -c 'is set (now =a)' <<<"$err")" = 3:1
run --node n1 --label node.kubernetes.io/exclude-from-external-load-balancers --value true --dry-run
check 'a node may be kept from balancers' test "$status" -eq 0
run --node n1 --label node.kubernetes.io/instance-type --value x
check 'its type is left to the kubelet' test "$status" -eq 3
run --node -n1 --label tier --value x
check 'an option is no node' test "$status" -eq 2
run --node n1 --label tier- --value x
check 'a label that would be taken off is refused' test "$status" -eq 2
run --node n1 --label tier --value x-
check 'a bad value is refused' test "$status" -eq 2
run --node n1 --label tier --value x --context other --dry-run
check 'the context that is named is taken' grep -qx 'context: other' <<<"$out"
run --node n1 --label tier --value x --context -x --dry-run
check 'an option is no context' test "$status" -eq 2
run --node n1 --label tier --value x --context $'a\nb' --dry-run
check 'nor are two lines' test "$status" -eq 2
run --node n1 --value x
check 'the label is required' test "$status" -eq 2

run --node n1 --label a --value 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --node n1 --label a --value '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
