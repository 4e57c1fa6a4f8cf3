#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

request() { # NAME SUBJECT SIGNER [USER GROUP…]
  local name=$1 subject=$2 signer=$3 user=${4-} as=()
  [[ -z $user ]] || { as=(--as "$user"); shift 4; for group; do as+=(--as-group "$group"); done; }
  openssl req -new -newkey rsa:2048 -nodes -keyout key.pem -subj "$subject" ${names:+-addext "subjectAltName=$names"} -out csr.pem 2>/dev/null
  kubectl create "${as[@]}" --filename - >/dev/null <<X
{"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest", "metadata": {"name": "$name"},
 "spec": {"signerName": "kubernetes.io/$signer", "request": "$(base64 --wrap 0 csr.pem)", "usages": ["digital signature", "key encipherment", "${usage-client auth}"]}}
X
}
kubectl create clusterrole asks --verb create --resource certificatesigningrequests >/dev/null
kubectl create clusterrolebinding asks --clusterrole asks --group system:bootstrappers --group system:nodes --group system:serviceaccounts >/dev/null
approved() { kubectl get csr "$1" --output 'jsonpath={.status.conditions[*].type}'; }
issued() { [[ -n $(kubectl get csr "$1" --output 'jsonpath={.status.certificate}') ]]; }

request ana /O=staff/CN=ana kube-apiserver-client
run --request ana --dry-run
check 'a dry run approves nothing' test -z "$(approved ana)"
check 'who asks for what is shown' grep -q '^subject: CN=ana,O=staff$' <<<"$out"
run --request ana
check 'a request of a user is approved' test "$status" -eq 0 -a "$(approved ana)" = Approved
check 'and the cluster has issued the certificate' issued ana
run --request ana
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"

refused() { [[ $status == 3 && $(approved "$1") != *Approved* ]]; }
kubectl create clusterrolebinding chiefs --clusterrole cluster-admin --group chiefs >/dev/null
request chief /O=chiefs/CN=eve kube-apiserver-client
run --request chief
check 'a group that may do anything here is refused' refused chief
request kubeadm /O=kubeadm:cluster-admins/CN=eve kube-apiserver-client
run --request kubeadm
check "so is kubeadm's" refused kubeadm
request several /O=devs+O=kubeadm:cluster-admins/CN=eve kube-apiserver-client
run --request several
check 'so is one among several values' refused several
request part /CN=system:kube-controller-manager kube-apiserver-client
run --request part
check 'so is the name of a part of the cluster' refused part
request new /O=system:nodes/CN=system:node:n4 kube-apiserver-client-kubelet system:bootstrap:abc system:bootstrappers
run --request new
check 'a new node that asks with a bootstrap token is approved' test "$status" -eq 0
request openshift /O=system:nodes/CN=system:node:n5 kube-apiserver-client-kubelet system:serviceaccount:openshift-machine-config-operator:node-bootstrapper system:serviceaccounts
run --request openshift
check 'so is one of OpenShift' test "$status:$(approved openshift)" = 0:Approved
request shop /O=system:nodes/CN=system:node:n6 kube-apiserver-client-kubelet system:serviceaccount:shop:node-bootstrapper system:serviceaccounts
run --request shop
check 'another account that asks for a node is refused' refused shop
request other /O=system:nodes/CN=system:node:n2 kube-apiserver-client-kubelet system:node:n1 system:nodes
run --request other
check 'what one node asks for another is refused' refused other
request own /O=system:nodes/CN=system:node:n1 kube-apiserver-client-kubelet system:node:n1 system:nodes
run --request own
check 'what it asks for itself is approved' test "$status" -eq 0
reports /api/v1/nodes/n1 '{"status": {"addresses": [{"type": "InternalIP", "address": "10.1.0.1"}, {"type": "InternalIP", "address": "fd00::1"}, {"type": "Hostname", "address": "n1"}]}}'
names=DNS:n1,IP:10.1.0.1,IP:fd00::1 usage='server auth' request serving /O=system:nodes/CN=system:node:n1 kubelet-serving system:node:n1 system:nodes
run --request serving
check 'a serving certificate for the addresses of the node is approved' test "$status:$(approved serving)" = 0:Approved
check 'and issued' issued serving
names=DNS:n1,DNS:kubernetes.default.svc usage='server auth' request posing /O=system:nodes/CN=system:node:n1 kubelet-serving system:node:n1 system:nodes
run --request posing
check 'one for another name is refused' refused posing
kubectl get csr ana --output json | jq '.metadata = {name: "elsewhere"} | .spec = {request: .spec.request, usages: .spec.usages, signerName: "example.org/nobody"} | del(.status)' |
  kubectl create --filename - >/dev/null
run --request elsewhere
check 'a signer that nobody runs is told' test "$status:$(approved elsewhere):$(grep -c 'example.org/nobody has issued no certificate' <<<"$err")" = 1:Approved:1
run --request absent
check 'a request that is not there is refused' test "$status" -eq 3
finish
