#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

run
check 'a cluster without any is told so' grep -qx '0 of 0 requests are pending, 0 are approved and not issued' <<<"$out"
kubectl create clusterrole asks --verb create --resource certificatesigningrequests >/dev/null
kubectl create clusterrolebinding asks --clusterrole asks --user system:node:n1 --group system:nodes >/dev/null
openssl req -new -newkey rsa:2048 -nodes -keyout key.pem -subj /O=staff/CN=ana -out csr.pem 2>/dev/null
request() { # NAME SIGNER USAGE [OPTION…]
  local name=$1 signer=$2 usage=$3
  shift 3
  kubectl create "$@" --filename - >/dev/null <<EOF
{"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest", "metadata": {"name": "$name"},
 "spec": {"signerName": "$signer", "request": "$(base64 --wrap 0 csr.pem)", "usages": ["digital signature", "$usage"]}}
EOF
}
request zoe kubernetes.io/kube-apiserver-client 'client auth'
sleep 1.1 # times are told in whole seconds
request first example.org/signer 'server auth' --as system:node:n1 --as-group system:nodes
request granted kubernetes.io/kube-apiserver-client 'client auth'
request denied kubernetes.io/kube-apiserver-client 'client auth'
request nobody example.org/signer 'server auth'
kubectl certificate approve granted nobody >/dev/null
kubectl certificate deny denied >/dev/null
issued() { [[ -n $(kubectl get csr granted --output 'jsonpath={.status.certificate}') ]]; }
await issued
run
check 'it succeeds' test "$status" -eq 0
check 'the oldest comes first, with who asks and since when' test "$(head -n 1 <<<"$out")" = "zoe: asked by admin at $(kubectl get csr zoe --output 'jsonpath={.metadata.creationTimestamp}')"
check 'another one, with who asks' grep -q '^first: asked by system:node:n1 at ' <<<"$out"
check 'for which identity' test "$(grep -cx '  for CN=ana,O=staff' <<<"$out")" -eq 2
check 'of which signer and for what' grep -qx '  signer example.org/signer, uses digital signature, server auth' <<<"$out"
check 'those that are decided are not listed' test "$(grep -cE '^(granted|denied|nobody)' <<<"$out")" -eq 0
check 'kubectl lists the same' test "$(kubectl get csr | awk '$NF == "Pending" { print $1 }' | sort | tr '\n' ' ')" = 'first zoe '
check 'they are counted by signer' grep -qx '1 for kubernetes.io/kube-apiserver-client' <<<"$out"
check 'and in all, with one that no signer has taken' grep -qx '2 of 5 requests are pending, 1 are approved and not issued' <<<"$out"
run --context without-rights
check 'who may not see them is not told that there are none' test "$status" -eq 3 -a -z "$out"
finish
