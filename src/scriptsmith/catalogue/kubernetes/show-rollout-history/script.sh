#!/usr/bin/env bash
# Show the revisions of a Kubernetes deployment that can be gone back to: number, age, images,
# change cause.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-rollout-history --deployment NAME [--namespace NAME] [--context NAME]

List the revisions that a deployment keeps (ten by default), the newest last, with the images of
each, its pods now, when it was first made, and its change cause if somebody noted one. The image
that changed against the revision before is marked; what else changed (variables, arguments) is not
shown. A rollback makes the old revision the newest, under a new number, with the time at which it was
first made: this is told, and when the rollout last moved.

  --deployment NAME  name of the deployment
  --namespace NAME   namespace it lives in (default: the context's)
  --context NAME     context of the kubeconfig, which says which cluster (default: the current
                     one)
  --help             show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-rollout-history: %s\n' "$2" >&2
  exit "$1"
}

deployment='' namespace='' context=''
while (($# > 0)); do
  case $1 in
    --deployment | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --deployment) deployment=$2 ;;
        --namespace) namespace=$2 ;;
        --context) context=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $deployment ]] || die 2 "--deployment is required (see --help)"
[[ $deployment =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--deployment takes the name of a deployment, not '$deployment'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''
[[ -n $namespace ]] || namespace=$(kubectl --context "$context" config view --minify --output 'jsonpath={.contexts[0].context.namespace}' 2>/dev/null </dev/null) || namespace=''
namespace=${namespace:-default}

k() { # VERB ARG...: kubectl in the namespace, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --namespace "$namespace" --request-timeout=30s "$@" </dev/null
}
line=$(k get "deployment/$deployment" --output 'jsonpath={.metadata.uid} {.status.conditions[?(@.type=="Progressing")].lastUpdateTime}') || die 3 "cannot read deployment $deployment in namespace $namespace"
read -r uid moved <<<"$line"
[[ -n $uid ]] || die 3 "cannot read deployment $deployment in namespace $namespace"
# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(k get replicasets.apps --output json | jq -nr --arg uid "$uid" --arg moved "$moved" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | [.items[] | select([.metadata.ownerReferences[]? | select(.uid == $uid)] | length > 0)
    | {number: (.metadata.annotations["deployment.kubernetes.io/revision"] // "0" | tonumber), made: .metadata.creationTimestamp,
       earlier: .metadata.annotations["deployment.kubernetes.io/revision-history"],
       cause: .metadata.annotations["kubernetes.io/change-cause"], pods: (.status.replicas // 0),
       images: [.spec.template.spec.containers[] | {name, image}]}]
  | sort_by(.number) as $list
  | (range(0; $list | length) as $at | $list[$at] as $it | (if $at > 0 then $list[$at - 1].images else $it.images end) as $before
      | "revision \($it.number): made \($it.made)\(if $it.earlier then ", as revision \($it.earlier | split(",") | first | clean), and gone back to since" else "" end), \($it.pods) pods\(if $at + 1 == ($list | length) then ", the present one" else "" end)\(if $it.cause then ", \($it.cause | clean | .[0:200])" else "" end)",
        ($it.images[] | . as $image | "  \(.name): \(.image | clean)\(if ([$before[] | select(. == $image)] | length) == 0 then "  CHANGED" else "" end)")),
    "\($list | length) revisions; the rollout last moved \($moved | if . == "" then "at a time that is not told" else "at \(clean)" end)"
') || die 3 "cannot list the replica sets of namespace $namespace"
printf '%s\n' "$report"
