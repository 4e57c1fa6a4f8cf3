#!/usr/bin/env bash
. "$HARNESS"

csr() { openssl req -new -key key -subj "$1" ${2:+-addext "subjectAltName=$2"} | base64 -w0; }
openssl ecparam -name prime256v1 -genkey -noout -out key 2>/dev/null
printf 'kubernetes.io/kubelet-serving|system:node:n2|system:nodes|%s' "$(csr '/O=system:nodes/CN=system:node:n2')" >csr-2
sed 's/|system:node:n2|/|system:node:n9|/' csr-2 >csr-9
serving() { printf 'kubernetes.io/kubelet-serving|system:node:n2|system:nodes|%s' "$(csr '/O=system:nodes/CN=system:node:n2' "$1")"; }
serving DNS:n2,DNS:N2.example.org,IP:10.0.0.2,IP:fd00::2,IP:2001:db8::1:0:0:7 >csr-named
serving DNS:n2,DNS:kubernetes.default.svc >csr-api
serving DNS:n2,IP:10.0.0.22 >csr-address
serving IP:fd00::3 >csr-ipv6
serving URI:n2 >csr-uri
printf 'kubernetes.io/kubelet-serving|system:node:n3|system:nodes|%s' "$(csr '/O=system:nodes/CN=system:node:n3' DNS:n3)" >csr-unknown
sed 's/|system:nodes|/|system:nodes|!/' csr-2 >csr-odd
printf 'kubernetes.io/kube-apiserver-client|user-7|ops|%s' "$(csr '/O=system:masters/CN=user-7')" >csr-root
printf 'kubernetes.io/kube-apiserver-client-kubelet|system:bootstrap:x|system:bootstrappers|%s' "$(csr '/O=ops/CN=user-7')" >csr-fake
client() { printf 'kubernetes.io/kube-apiserver-client|%s|ops|%s' "$1" "$(csr "$2")"; }
client user-7 /O=ops/CN=user-7 >csr-7
client boss /O=ops/CN=boss >csr-boss
client user-7 /O=kubeadm:cluster-admins/CN=user-7 >csr-admin
client user-7 /O=devs+O=kubeadm:cluster-admins/CN=user-7 >csr-several
client user-7 /CN=system:kube-controller-manager >csr-part
client user-7 /CN=user-7/CN=user-8 >csr-two
client user-7 /O=ops >csr-nobody
printf 'kubernetes.io/kubelet-serving|system:node:n2|system:nodes|%s' "$(csr '/O=ops/CN=system:node:n2')" >csr-group
printf 'kubernetes.io/kube-apiserver-client-kubelet|system:bootstrap:x|system:bootstrappers|%s' "$(csr '/O=system:nodes/CN=system:node:n3')" >csr-new
sed 's/-apiserver-client-kubelet/let-serving/' csr-new >csr-early
sed 's/system:bootstrap:x|system:bootstrappers/system:serviceaccount:openshift-machine-config-operator:node-bootstrapper|system:serviceaccounts system:authenticated/' csr-new >csr-openshift
sed 's/-apiserver-client-kubelet/let-serving/' csr-openshift >csr-serving
sed 's/openshift-machine-config-operator/shop/' csr-openshift >csr-other
cp csr-2 csr-denied; cp csr-2 csr-gone; cp csr-2 csr-locked; cp csr-2 csr-back; mkdir conditions; echo 'Denied ' >conditions/csr-denied
cp csr-2 csr-late; cp csr-2 csr-lost; cp csr-2 csr-dark; mkdir issued; echo '|' >issued/csr-late; echo '|FailedSignerValidationFailure: no such usage' >issued/csr-lost
stub sleep <<<'[ ! -e soon ] || rm -f issued/csr-late'
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*certificatesigningrequest/}; name=${name%% *}
case "$*" in
  'get --request-timeout=30s node/n2 --output jsonpath={range .status.addresses[*]}{.address} {end}') echo '10.0.0.2 fd00::2 2001:db8::1:0:0:7 n2 n2.example.org ' ;;
  'get --request-timeout=30s node/'*) echo 'Error from server (NotFound)' >&2; exit 1 ;;
  'get --request-timeout=30s certificatesigningrequest/'*' --output jsonpath={.status.certificate}|'*) [ ! -e blind ] || exit 1; cat "issued/$name" 2>/dev/null || echo 'LS0t|' ;;
  'get --request-timeout=30s certificatesigningrequest/'*' --output jsonpath={range .status.conditions'*) [ ! -e gone ] || exit 1; cat "conditions/$name" 2>/dev/null; exit 0 ;;
  'get --request-timeout=30s certificatesigningrequest/'*' --output jsonpath='*) [ -e "$name" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name" ;;
  'certificate --request-timeout=30s approve csr-back') ;;
  'certificate --request-timeout=30s approve csr-gone') touch gone ;;
  'auth --request-timeout=30s can-i * * --all-namespaces --as boss --as-group ops') echo yes ;;
  'auth --request-timeout=30s can-i * * --all-namespaces --as '*) echo no; exit 1 ;;
  'certificate --request-timeout=30s approve csr-locked') exit 1 ;;
  'certificate --request-timeout=30s approve '*) printf 'Approved ' >"conditions/$4" ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --request csr-2 --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would approve: certificate request csr-2' <<<"$out"
check 'it shows the identity that is asked for' grep -q '^subject: .*CN=system:node:n2' <<<"$out"
check 'a dry run approves nothing' test ! -e conditions/csr-2
run --request csr-2
check 'it succeeds' test "$status" -eq 0
check 'the request is approved' test -s conditions/csr-2
run --request csr-2
check 'a second run has nothing to do' test "$status" -eq 0 -a "$(calls 'approve csr-2' | wc -l)" -eq 1
run --request csr-9
check 'a node that asks for another one is refused' test "$status" -eq 3
run --request csr-root
check 'power over the cluster is refused' grep -q 'system:masters, which may do anything' <<<"$err"
while read -r name words; do
  run --request "csr-$name"
  check "refused: $name" bash -c '[ "$1" -eq 3 ] && grep -q "$3" <<<"$2"' _ "$status" "$err" "$words"
done <<'ROWS'
admin kubeadm:cluster-admins, which may do anything
several a part of its subject has several values
boss boss may do anything in this cluster
part one of the cluster's own parts
two exactly one user
nobody exactly one user
group not that of a node
api DNS:kubernetes.default.svc is no address of node n2
address IP Address:10.0.0.22 is no address of node n2
ipv6 IP Address:FD00:0:0:0:0:0:0:3 is no address of node n2
uri URI:n2 is no address of node n2
unknown the addresses of node n3 cannot be read
early system:bootstrap:x asks for the certificate of system:node:n3
serving system:serviceaccount:openshift-machine-config-operator:node-bootstrapper asks for the certificate of system:node:n3
other system:serviceaccount:shop:node-bootstrapper asks for the certificate of system:node:n3
ROWS
run --request csr-fake
check 'a kubelet request that names no node is refused' test "$status" -eq 3
run --request csr-odd
check 'a request that is not understood is refused' test "$status" -eq 3
run --request csr-denied
check 'a denied request is refused' test "$status" -eq 3
check 'refused runs approve nothing' test "$(calls ' approve ' | wc -l)" -eq 1
for name in 7 new openshift named; do
  run --request "csr-$name"
  check "approved: $name" test "$status" -eq 0 -a -s "conditions/csr-$name"
done
run --request csr-gone
check 'an approval whose outcome cannot be read is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "after the change" <<<"$2"' _ "$status" "$err"
rm gone
run --request csr-late
check 'an approval without a certificate is a failure' test "$status:$(grep -c 'csr-late is approved, but kubernetes.io/kubelet-serving has issued no certificate within 30 s' <<<"$err"):$(grep -c '^approved' <<<"$out"):$(calls '^sleep 2' | wc -l)" = 1:1:0:15
run --request csr-late --dry-run
check 'which a dry run does not wait for' test "$status:$(calls '^sleep 2' | wc -l)" = 0:15
run --request csr-late
check 'a second run says so again' test "$status:$(grep -c 'has issued no certificate' <<<"$err")" = 1:1
touch soon; run --request csr-late
check 'one that comes a moment later is waited for' test "$status" -eq 0
run --request csr-lost
check 'a signer that fails is told, with its words' test "$status:$(grep -c 'could not issue a certificate: .*SignerValidationFailure: no such usage' <<<"$err")" = 1:1
touch blind; run --request csr-dark; rm blind
check 'what cannot be read is no certificate' test "$status:$(grep -c 'whether a certificate was issued cannot be read' <<<"$err")" = 1:1
run --request csr-back
check 'an approval that does not take is a failure' test "$status" -eq 1
run --request csr-locked
check 'one that is not allowed is a failure' test "$status" -eq 1
run --request absent
check 'a missing request is refused' test "$status" -eq 3
run
check 'the request is required' test "$status" -eq 2

run --request 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --request '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
