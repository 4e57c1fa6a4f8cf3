#!/usr/bin/env bash
. "$HARNESS"

stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
case "$*" in
  'get --namespace shop --request-timeout=30s configmap/app --output json')
    echo '{"data":{"log-level":"debug","app.conf":"a=1\nb=2\n","odd":"x\u001b[31my\tz","empty":""},"binaryData":{"logo":"AAAA"},"immutable":true}' ;;
  'get --namespace shop --request-timeout=30s configmap/bare --output json') echo '{"metadata":{"name":"bare"}}' ;;
  'get --namespace shop --request-timeout=30s configmap/silent --output json') ;;
  *) echo 'Error from server (NotFound)' >&2; exit 1 ;;
esac
EOF
run --configmap app --namespace shop --key log-level
check 'the value of a key is printed' test "$status:$out" = 0:debug
run --configmap app --namespace shop --key app.conf
check 'one of several lines, too' test "$out" = $'a=1\nb=2'
run --configmap app --namespace shop --key odd
check 'control characters are replaced, tabs stay' test "$out" = $'x?[31my\tz'
run --configmap app --namespace shop --key empty
check 'an empty value is a value' test "$status:$out" = 0:
run --configmap app --namespace shop
check 'without a key the keys are listed' grep -qx 'log-level: 5 bytes: debug' <<<"$out"
check 'a longer value has its size alone' grep -qx 'app.conf: 8 bytes, 3 lines' <<<"$out"
check 'binary values are told' grep -qx 'logo: binary' <<<"$out"
check 'they are counted' grep -qx '5 keys, immutable' <<<"$out"
run --configmap bare --namespace shop
check 'a ConfigMap without data is fine' test "$status:$out" = '0:0 keys'
run --configmap app --namespace shop --key nope
check 'a missing key is refused' test "$status" -eq 3
check 'and the keys that exist are named' grep -q 'only: app.conf, empty, log-level, logo, odd' <<<"$err"
run --configmap silent --namespace shop
check 'an empty answer is refused' test "$status" -eq 3
run --configmap absent --namespace shop
check 'a missing ConfigMap is refused' test "$status" -eq 3
run --key x
check 'the ConfigMap is required' test "$status" -eq 2

run --configmap app --namespace shop --key 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --configmap app --namespace shop --key '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
