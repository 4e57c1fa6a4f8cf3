#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"metadata":{"name":"csr-2","creationTimestamp":"2026-02-02T03:00:00Z"},"spec":{"signerName":"kubernetes.io/kubelet-serving","username":"system:bootstrap:x1","request":"Zm9yIG4yCg==","usages":["digital signature","server auth"]},"status":{}},
 {"metadata":{"name":"csr-1","creationTimestamp":"2026-02-01T03:00:00Z"},"spec":{"signerName":"kubernetes.io/kube-apiserver-client","username":"user-7\u001b[31m","usages":["client auth"]}},
 {"metadata":{"name":"csr-3","creationTimestamp":"2026-02-01T03:00:00Z"},"spec":{"signerName":"kubernetes.io/kubelet-serving","username":"system:node:n3"},"status":{"conditions":[{"type":"Approved","status":"True"}],"certificate":"AAAA"}},
 {"metadata":{"name":"csr-4","creationTimestamp":"2026-02-01T03:00:00Z"},"spec":{"signerName":"example.org/own","username":"x"},"status":{"conditions":[{"type":"Approved","status":"True"}]}},
 {"metadata":{"name":"csr-5","creationTimestamp":"2026-02-01T03:00:00Z"},"spec":{"signerName":"example.org/own","username":"x"},"status":{"conditions":[{"type":"Denied","status":"True"}]}}]}
EOF
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
[ "$*" = 'get certificatesigningrequests --request-timeout=30s --output json' ] || { echo "error: unknown: $*" >&2; exit 1; }
case $(cat mode 2>/dev/null) in
  silent) ;;
  fail) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
  empty) echo '{"items":[]}' ;;
  *) cat list.json ;;
esac
EOF
stub openssl <<<'[ "$*" = "req -noout -subject -nameopt RFC2253" ] && [ "$(cat)" = "for n2" ] && printf "subject=CN=system:node:n2,O=system\033:nodes\n"'
run
check 'it succeeds' test "$status" -eq 0
check 'the oldest comes first' grep -q '^csr-1: asked by user-7' <<<"$(head -n 1 <<<"$out")"
check 'an open request is listed' grep -qx 'csr-2: asked by system:bootstrap:x1 at 2026-02-02T03:00:00Z' <<<"$out"
check 'with the identity that it is for, without control characters' grep -qx '  for CN=system:node:n2,O=system :nodes' <<<"$out"
check 'one that is not understood is told' grep -qx '  for not known (is openssl installed?)' <<<"$out"
check 'with its signer and uses' grep -qx '  signer kubernetes.io/kubelet-serving, uses digital signature, server auth' <<<"$out"
check 'they are counted by signer' grep -qx '1 for kubernetes.io/kubelet-serving' <<<"$out"
check 'an approved one is not listed' test "$(grep -c '^csr-[34]:' <<<"$out")" -eq 0
check 'a denied one is not' test "$(grep -c '^csr-5:' <<<"$out")" -eq 0
check 'they are counted' grep -qx '2 of 5 requests are pending, 1 are approved and not issued' <<<"$out"
check 'control characters are not printed' test "$(tr -d '\n' <<<"$out" | grep -c '[[:cntrl:]]')" -eq 0
echo empty >mode; run
check 'none is fine' grep -q '^0 of 0 requests' <<<"$out"
echo silent >mode; run
check 'an empty answer is not taken for an empty list' test "$status" -eq 3
echo fail >mode; run
check 'a list that cannot be read is refused, without a number' test "$status" -eq 3 -a -z "$out"
run 'x; touch pwned'
check 'a hostile argument is refused and runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
