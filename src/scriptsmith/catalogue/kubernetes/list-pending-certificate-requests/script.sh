#!/usr/bin/env bash
# List the certificate signing requests of a Kubernetes cluster that nobody has approved or denied.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-pending-certificate-requests [--context NAME]

List each request without a decision, oldest first: who asks, since when, for which identity (the
subject, where openssl is installed), of which signer and for what use. Approving one gives the
holder of its key that identity, so look at each with care.
Requests are removed by the cluster some hours after they were made, so an empty list may also
mean that nobody asks any more.

  --context NAME  context of the kubeconfig, which says which cluster (default: the current one)
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-pending-certificate-requests: %s\n' "$2" >&2
  exit "$1"
}

context=''
while (($# > 0)); do
  case $1 in
    --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      context=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(kubectl --context "$context" get certificatesigningrequests --request-timeout=30s --output json </dev/null | jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | .items as $all
  | [$all[] | select([.status.conditions[]? | select(.type == "Approved" or .type == "Denied" or .type == "Failed")] | length == 0)] as $open
  | ($open | sort_by(.metadata.creationTimestamp)[] |
      "\(.metadata.name | clean): asked by \(.spec.username // "unknown" | clean) at \(.metadata.creationTimestamp)",
      "  request \(.spec.request // "")",
      "  signer \(.spec.signerName | clean), uses \(.spec.usages // [] | join(", ") | clean)"),
    ($open | group_by(.spec.signerName)[] | "\(length) for \(.[0].spec.signerName | clean)"),
    "\($open | length) of \($all | length) requests are pending, \([$all[] | select([.status.conditions[]? | select(.type == "Approved")] | length > 0) | select(.status.certificate == null)] | length) are approved and not issued"
') || die 3 "cannot list the certificate requests (is the cluster within reach, and may you see them?)"
while IFS= read -r line; do
  if [[ $line == '  request '* ]]; then # the identity that is asked for stands in the request alone
    line=$(base64 --decode <<<"${line#  request }" 2>/dev/null | openssl req -noout -subject -nameopt RFC2253 2>/dev/null) || line='not known (is openssl installed?)'
    line="  for ${line#subject=}"
  fi
  printf '%s\n' "${line//[[:cntrl:]]/ }"
done <<<"$report"
