#!/usr/bin/env bash
. "$HARNESS"

echo 'cart|256Mi|128Mi' >cart; printf 'api||\nproxy|1Gi|1G\n' >api; echo 's|1Mi|' >stubborn; echo 's|1Mi|' >starved; echo 's|1Mi|' >quota; echo 's|1Mi|' >held; echo 's|500M|' >odd
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*deployment/}; name=${name%% *}
case "$*" in
  *'jsonpath={.metadata.labels} '*) cat marks 2>/dev/null ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath={.spec.paused}') [ "$name" != held ] || echo true ;;
  'get --namespace shop --request-timeout=30s deployment/starved --output jsonpath={.status.conditions'*) printf 'exceeded\n quota' ;;
  'get --namespace shop --request-timeout=30s deployment/'*' --output jsonpath='*) [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name" ;;
  'set resources --namespace shop --request-timeout=30s deployment/quota '*) echo 'Error: exceeded quota' >&2; exit 1 ;;
  'set resources --namespace shop --request-timeout=30s deployment/'*' --containers='*' --limits=memory='*' --dry-run=server') echo "deployment.apps/$name resource requirements updated (server dry run)" ;;
  'set resources --namespace shop --request-timeout=30s deployment/stubborn '*) ;;
  'set resources --namespace shop --request-timeout=30s deployment/'*' --containers='*' --limits=memory='*)
    c=${7#*=}; l=${8##*=}; r=${9##*=}; awk -F'|' -v OFS='|' -v c="$c" -v l="$l" -v r="$r" '$1 == c { $2 = l; if (r != "") $3 = r } { print }' "$name" >t; mv t "$name" ;;
  'rollout status --namespace shop --timeout=300s deployment/starved') exit 1 ;;
  'rollout status --namespace shop --timeout=300s deployment/reset') echo 's|1Mi|' >reset ;;
  'rollout status --namespace shop --timeout='*'s deployment/'*) ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --deployment cart --memory 512 --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would set: memory limit of container cart in deployment cart to 512Mi' <<<"$out"
check 'a dry run changes nothing' grep -qx 'cart|256Mi|128Mi' cart
run --deployment cart --memory 512 --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the limit is set, the request stays' grep -qx 'cart|512Mi|128Mi' cart
check 'the former limit is told' grep -qx 'former limit: 256Mi' <<<"$out"
run --deployment cart --memory 0512 --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
run --deployment api --container proxy --memory 1024 --namespace shop
check 'the same limit in another unit is the same' grep -q '^nothing to change' <<<"$out"
run --deployment api --container proxy --memory 500 --namespace shop
check 'a request above the limit is lowered' grep -qx 'proxy|500Mi|500Mi' api
check 'the other container stays' grep -qx 'api||' api
run --deployment api --memory 500 --namespace shop
check 'one of several containers must be named' test "$status" -eq 2
run --deployment quota --memory 500 --namespace shop
check 'what the API server refuses is refused' test "$status" -eq 3
run --deployment stubborn --memory 500 --namespace shop
check 'a limit that does not take is a failure' test "$status" -eq 1
echo 's|1Mi|' >reset; echo '{"kustomize.toolkit.fluxcd.io/name":"apps"}' >marks
run --deployment reset --memory 500 --namespace shop
check 'a limit that is set back while the pods are replaced is a failure' bash -c '[ "$1" = 1 ] && grep -q "something sets it back" <<<"$2"' _ "$status" "$err"
check 'who keeps it is told' grep -q '^warning: Flux keeps this deployment' <<<"$err"
rm marks
run --deployment starved --memory 500 --namespace shop
check 'the way back names the cluster' grep -q 'kubectl rollout undo --namespace shop deployment/starved --context .test-cluster.$' <<<"$err"
check 'pods that do not come up are a failure' test "$status" -eq 1
check 'and why is told on one line' grep -qx 'new pods are refused: exceeded  quota' <<<"$err"
run --deployment held --memory 500 --namespace shop
check 'a paused deployment is refused' test "$status" -eq 3 -a "$(cat held)" = 's|1Mi|'
run --deployment odd --memory 477 --namespace shop
check 'nearly the same is not the same' grep -qx 's|477Mi|' odd
run --deployment absent --memory 500 --namespace shop
check 'a missing deployment is refused' test "$status" -eq 3
run --deployment cart --memory 0
check 'no memory at all is refused' test "$status" -eq 2

run --deployment cart --memory 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --deployment cart --memory '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
