#!/usr/bin/env bash
# Approve one certificate signing request of a Kubernetes cluster, after checks of who asks for
# which identity.
#
# Undo: none, an issued certificate is valid until it expires; kubectl delete csr NAME only removes
# the request.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: approve-certificate-request --request NAME [--context NAME] [--dry-run]

Show who asks for which identity, and approve the request. Refused are requests for the groups
system:masters and kubeadm:cluster-admins, for a user who may do anything in this cluster, for
names of the cluster's own parts (system:...) from the signer for users, kubelet requests whose
subject is not a node, what one node asks for another, and serving certificates for a name that is no
address of the node. Whoever holds the key gets that identity: approve only what you expect. An
approval is no certificate yet: its signer has to issue it, which is waited for, half a minute.

  --request NAME  name of the certificate signing request
  --context NAME  context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'approve-certificate-request: %s\n' "$2" >&2
  exit "$1"
}

request='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --request | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --request) request=$2 ;;
        --context) context=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $request ]] || die 2 "--request is required (see --help)"
[[ $request =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--request takes the name of a certificate request, not '$request'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v openssl >/dev/null || die 3 "openssl is not installed"
command -v base64 >/dev/null || die 3 "base64 is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

k() { # VERB ARG...: kubectl, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --request-timeout=30s "$@" </dev/null
}
plain() { # ADDRESS: sets $same to it in one form; openssl writes FD00:0:0:0:0:0:0:1, Kubernetes fd00::1
  local IFS=: left right
  same=${1,,}
  [[ $same == *::* ]] || return 0
  read -r -a left <<<"${same%%::*}"
  read -r -a right <<<"${same##*::}"
  while ((${#left[@]} + ${#right[@]} < 8)); do left+=(0); done
  same="${left[*]}${right[*]:+:${right[*]}}"
}
certificate() { # waits for what the signer issues, and ends where there is none
  local told='' i
  for ((i = 0; i < 15; i++)); do
    told=$(k get "certificatesigningrequest/$request" --output 'jsonpath={.status.certificate}|{.status.conditions[?(@.type=="Failed")].type}{.status.conditions[?(@.type=="Failed")].message}') || die 1 "request $request is approved, and whether a certificate was issued cannot be read"
    [[ $told == '|' ]] || break
    sleep 2
  done
  case $told in
    '|') die 1 "request $request is approved, but $signer has issued no certificate within 30 s (does that signer run? kubernetes.io/... needs the kube-controller-manager with a signing key)" ;;
    '|'*) die 1 "request $request is approved, but $signer could not issue a certificate: ${told//[[:cntrl:]|]/ }" ;;
  esac
}
conditions() { k get "certificatesigningrequest/$request" --output 'jsonpath={range .status.conditions[*]}{.type} {end}'; }

line=$(k get "certificatesigningrequest/$request" --output 'jsonpath={.spec.signerName}|{.spec.username}|{.spec.groups[*]}|{.spec.request}') ||
  die 3 "cannot read certificate request $request"
IFS='|' read -r signer username asking encoded <<<"$line"
pem=$(base64 --decode <<<"$encoded" 2>/dev/null | tr -d '\000') || die 3 "request $request holds no valid base64"
subject=$(openssl req -noout -subject -nameopt RFC2253 <<<"$pem" 2>/dev/null) || die 3 "request $request holds no certificate request that openssl understands"
subject=${subject#subject=}
names=$(openssl req -noout -text <<<"$pem" 2>/dev/null | sed -n '/Subject Alternative Name/{n;s/^ *//p;}') || names=''
state=$(conditions) || die 3 "cannot read certificate request $request"

printf 'context: %s\n' "${context:-not set}"
printf 'asked by: %s\nsigner: %s\nsubject: %s\nnames: %s\n' "${username//[[:cntrl:]]/?}" "$signer" "${subject//[[:cntrl:]]/?}" "${names:-none}"
case " $state" in
  *' Denied '* | *' Failed '*) die 3 "request $request was denied or has failed: $state" ;;
  *' Approved '*)
    printf 'nothing to change: request %s is approved already\n' "$request"
    $dry_run || certificate
    exit 0
    ;;
esac
parts=$(openssl req -noout -subject -nameopt multiline,utf8,-esc_msb <<<"$pem") || die 3 "the subject of request $request cannot be read"
[[ $parts != *' + '* ]] || die 3 "refused: a part of its subject has several values"
person=$(sed -n 's/^ *commonName *= //p' <<<"$parts")
mapfile -t groups < <(sed -n 's/^ *organizationName *= //p' <<<"$parts")
[[ -n $person && $person != *$'\n'* ]] || die 3 "refused: the subject does not name exactly one user (CN)"
for group in ${groups[@]+"${groups[@]}"}; do
  case $group in
    system:masters | kubeadm:cluster-admins) die 3 "refused: it asks for the group $group, which may do anything" ;;
  esac
done
case $signer in
  kubernetes.io/kubelet-serving | kubernetes.io/kube-apiserver-client-kubelet)
    [[ $person =~ ^system:node:[a-z0-9.-]+$ && ${groups[*]} == system:nodes ]] || die 3 "refused: the subject is not that of a node"
    # A new node asks with a bootstrap token, on OpenShift by an account for that; afterwards each node asks for itself.
    starting=false
    case " $asking $username " in
      *' system:bootstrappers '* | *' system:serviceaccount:openshift-machine-config-operator:node-bootstrapper ') starting=true ;;
    esac
    [[ $username == "$person" || ($signer != */kubelet-serving && $starting == true) ]] ||
      die 3 "refused: $username asks for the certificate of $person"
    if [[ $signer == */kubelet-serving ]]; then
      # Whoever trusts the authority of the cluster would take its holder for whatever these names say.
      node=${person#system:node:} own=' '
      known=$(k get "node/$node" --output 'jsonpath={range .status.addresses[*]}{.address} {end}') || die 3 "refused: the addresses of node $node cannot be read"
      for each in $known; do plain "$each" && own+="$same "; done
      IFS=, read -r -a listed <<<"$names"
      for name in ${listed[@]+"${listed[@]}"}; do
        name=${name# }
        plain "${name#*:}"
        [[ $name =~ ^(DNS|IP\ Address): && $own == *" $same "* ]] || die 3 "refused: ${name//[[:cntrl:]]/?} is no address of node $node ($known)"
      done
    fi
    ;;
  kubernetes.io/kube-apiserver-client | kubernetes.io/legacy-unknown)
    for name in "$person" ${groups[@]+"${groups[@]}"}; do
      [[ $name != system:* ]] || die 3 "refused: it asks for the identity $name, which is one of the cluster's own parts"
    done
    as=(--as "$person")
    for group in ${groups[@]+"${groups[@]}"}; do as+=(--as-group "$group"); done
    power=$(k auth can-i '*' '*' --all-namespaces "${as[@]}" 2>/dev/null) || true
    case $power in
      yes*) die 3 "refused: $person may do anything in this cluster" ;;
      no*) ;;
      *) printf 'note: you may not ask what %s may do in this cluster\n' "${person//[[:cntrl:]]/?}" >&2 ;;
    esac
    ;;
esac
if $dry_run; then
  printf 'would approve: certificate request %s\n' "$request"
  exit 0
fi
k certificate approve "$request" || die 1 "could not approve request $request"
state=$(conditions) || die 1 "cannot read request $request after the change"
[[ " $state" == *' Approved '* ]] || die 1 "request $request is not approved after the change"
certificate
printf 'approved: certificate request %s, and a certificate is issued\n' "$request"
