#!/usr/bin/env bash
. "$HARNESS"

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'auth can-i get pods --namespace default --request-timeout=30s') echo yes ;;
  'get serviceaccount absent --namespace build --request-timeout=30s --output name') echo 'Error from server (NotFound): serviceaccounts "absent" not found' >&2; exit 1 ;;
  'get serviceaccount hidden --namespace build '*) echo 'Error from server (Forbidden)' >&2; exit 1 ;;
  'get serviceaccount '*) echo serviceaccount/ci ;;
  'auth can-i get pods --namespace default --request-timeout=30s --as system:serviceaccount:build:'*) echo yes ;;
  'auth can-i delete secrets --namespace shop --request-timeout=30s') echo no; exit 1 ;;
  'auth can-i patch deployments --namespace shop --request-timeout=30s --as system:serviceaccount:build:ci') echo 'no - no RBAC policy matched'; exit 1 ;;
  'auth can-i create jobs --namespace default --request-timeout=30s') echo no; exit 1 ;;
  'auth can-i list jobs --namespace default --request-timeout=30s') echo yes ;;
  'auth can-i watch ingresses --namespace default --request-timeout=30s') echo "Warning: the server doesn't have a resource type 'ingresses'" >&2; echo no; exit 1 ;;
  'auth can-i get nodes --all-namespaces --request-timeout=30s') printf 'Warning: resource \033[31mnodes is not namespace scoped\n' >&2; echo yes ;;
  'auth can-i get services '*) echo 'Unable to connect to the server: dial tcp: i/o timeout' >&2; exit 1 ;;
  'auth can-i get jobs '*) ;;
  *) echo 'error: unknown flag' >&2; exit 1 ;;
esac
EOF
run --verb get --resource pods
check 'what is allowed succeeds' test "$status" -eq 0
check 'it says so' grep -qx 'yes: you may get pods in namespace default' <<<"$out"
run --verb delete --resource secrets --namespace shop
check 'what is not allowed is a failure' test "$status" -eq 1
check 'it says so, too' grep -qx 'no: you may not delete secrets in namespace shop' <<<"$out"
run --verb patch --resource deployments --namespace shop --account build:ci
check 'a service account can be asked for' grep -qx 'no: service account build/ci may not patch deployments in namespace shop' <<<"$out"
check 'that a single one may be allowed is told' grep -q 'resourceNames' <<<"$out"
check 'one that is there is not warned of' test -z "$err"
run --verb get --resource pods --account build:absent
check 'one that is not there is refused, whatever the server would say of it' test "$status:$out:$(grep -c 'there is no service account build/absent' <<<"$err")" = 3::1
run --verb get --resource pods --account build:hidden
check 'one that may not be looked at is asked for, with a warning' test "$status:$(grep -c '^warning: whether there is a service account build/hidden' <<<"$err")" = 0:1
run --verb list --resource jobs
check 'another kind can be asked for' test "$status" -eq 0
run --verb create --resource jobs
check 'a new one has no name that could be allowed' test "$status:$(grep -c resourceNames <<<"$out")" = 1:0
run --verb watch --resource ingresses
check 'a kind that this cluster does not know is warned of' test "$status" -eq 1 -a -n "$(grep '^Warning: the server' <<<"$err")"
run --verb get --resource nodes
check 'a warning does not hide the answer, and has no control characters' test "$status" -eq 0 -a "$(tr -d '\n' <<<"$err" | grep -c '[[:cntrl:]]')" -eq 0
check 'nodes are asked for in the whole cluster' grep -qx 'yes: you may get nodes in the whole cluster' <<<"$out"
run --verb get --resource services
check 'a server that does not answer is no no' test "$status" -eq 3
run --verb get --resource jobs
check 'an empty answer is refused' test "$status" -eq 3
run --verb get --resource pods --account ci
check 'an account without a namespace is refused' test "$status" -eq 2
run --verb get --resource widgets
check 'an unknown kind is refused' test "$status" -eq 2
run --verb --help
check 'an option is no verb' test "$status" -eq 2
run --verb get
check 'the resource is required' test "$status" -eq 2

run --verb get --resource 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --verb get --resource '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --verb get --resource pods >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
