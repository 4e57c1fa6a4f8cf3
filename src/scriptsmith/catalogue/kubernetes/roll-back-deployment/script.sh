#!/usr/bin/env bash
# Roll one Kubernetes deployment back to the revision before the current one, or to a given one,
# and wait for it.
#
# Undo: run it again with --revision and the number that it prints as the one left behind.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: roll-back-deployment --deployment NAME [--namespace NAME] [--revision N] [--timeout N]
       [--context NAME] [--dry-run]

Put the pod template of an earlier revision of a deployment back, and wait until its pods are
ready. Only the pod template goes back: replica count, ConfigMaps and Secrets stay as they are.
The images of both revisions are shown.

Without --revision it is refused, with a list of the revisions, where the one before the current is
not what is meant: the current one is itself an earlier one that was gone back to (the one before is
what was left then), or it differs by a restart alone. If a tool applies the manifest from a
repository, revert it there too; where the owners, labels and annotations of the deployment tell of
one, it is named.

  --deployment NAME  name of the deployment
  --namespace NAME   namespace it lives in (default: the context's)
  --revision N       revision to go back to; 0 is the one before the current (default 0)
  --timeout N        how long to wait for the rollout, in seconds (default 300)
  --context NAME     context of the kubeconfig, which says which cluster (default: the current
                     one)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 done, 1 the rollout failed or took too long, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'roll-back-deployment: %s\n' "$2" >&2
  exit "$1"
}

deployment='' namespace='' revision=0 timeout=300 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --deployment | --namespace | --revision | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --deployment) deployment=$2 ;;
        --namespace) namespace=$2 ;;
        --revision) revision=$2 ;;
        --timeout) timeout=$2 ;;
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

[[ -n $deployment ]] || die 2 "--deployment is required (see --help)"
[[ $deployment =~ ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$ ]] || die 2 "--deployment takes the name of a deployment, not '$deployment'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $revision =~ ^[0-9]{1,9}$ ]] || die 2 "--revision takes a whole number, not '$revision'"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''
[[ -n $namespace ]] || namespace=$(kubectl --context "$context" config view --minify --output 'jsonpath={.contexts[0].context.namespace}' 2>/dev/null </dev/null) || namespace=''
namespace=${namespace:-default}

k() { # VERB ARG...: kubectl in the namespace, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --namespace "$namespace" --request-timeout=30s "$@" </dev/null
}
keeper_of() { # KIND/NAME: what keeps it as it stands elsewhere, as its owner, labels and annotations tell
  local marks owner
  marks=$(k get "$1" --output 'jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}' 2>/dev/null) || return 0
  owner=${marks%%|*}
  case $marks in
    [A-Za-z]*) printf 'its owner (%s)' "${owner//[^A-Za-z0-9 ]/}" ;;
    *external-secrets.io/*) printf 'External Secrets' ;;
    *cert-manager.io/certificate-name*) printf 'cert-manager' ;;
    *argocd.argoproj.io/*) printf 'Argo CD' ;;
    *toolkit.fluxcd.io/*) printf 'Flux' ;;
    *meta.helm.sh/release-name*) printf 'Helm' ;;
    *app.kubernetes.io/instance*) printf 'Argo CD (perhaps: label app.kubernetes.io/instance)' ;;
  esac
}
row_of() { # REVISION: the row of the revision that has this number, or had it before it was gone back to
  printf '%s\n' "$rows" | awk -F '|' -v n="$1" 'index("," $1 "," $2 ",", "," n ",")'
}
refuse() { # WHY: with the revisions to choose from
  printf '%s\n' "$rows" | sort -t '|' -k 1,1n | awk -F '|' '{ sub(/^ /, "", $3); print "  revision " $1 ($2 == "" ? "" : " (before: " $2 ")") ": " $3 }' >&2
  die 3 "$1: say with --revision which of those above is meant"
}
current_revision() {
  k get "deployment/$deployment" --output 'jsonpath={.metadata.annotations.deployment\.kubernetes\.io/revision}'
}

timeout=$((10#$timeout))
rollout() { kubectl --context "$context" rollout status --namespace "$namespace" --timeout="$1s" "deployment/$deployment" </dev/null; }
# Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
rolled_out() { rollout "$timeout" && sleep 10 && rollout 5 >/dev/null; }
current=$(current_revision) || die 3 "cannot read deployment $deployment in namespace $namespace"
[[ $current =~ ^[0-9]+$ ]] || die 3 "deployment $deployment has no revision yet"
uid=$(k get "deployment/$deployment" --output 'jsonpath={.metadata.uid}') && [[ $uid =~ ^[0-9a-f-]+$ ]] || die 3 "cannot read deployment $deployment in namespace $namespace"
# A revision is a replica set. Gone back to, it takes a new number and keeps those that it had. A restart changes one annotation.
rows=$(k get replicasets --output 'jsonpath={range .items[*]}{.metadata.ownerReferences[?(@.controller==true)].uid}|{.metadata.annotations.deployment\.kubernetes\.io/revision}|{.metadata.annotations.deployment\.kubernetes\.io/revision-history}|{.spec.template.spec.initContainers[*].image} {.spec.template.spec.containers[*].image}|{.spec.template}{"\n"}{end}' |
  sed -nE -e 's/"(pod-template-hash|kubectl\.kubernetes\.io\/restartedAt)":"[^"]*",?//g; s/,\}/}/g; s/"annotations":\{\},?//' -e "s/^$uid\|//p") ||
  die 3 "cannot read the replica sets of namespace $namespace, which hold the revisions of deployment $deployment"
target=$((10#$revision))
((target > 0)) || target=$(printf '%s\n' "$rows" | awk -F '|' -v current="$current" '$1 + 0 < current + 0 && $1 + 0 > best + 0 { best = $1 } END { print best + 0 }')
((target > 0)) || die 3 "deployment $deployment has no revision before $current"
row=$(row_of "$current") other=$(row_of "$target")
[[ -n $row ]] || die 3 "the replica set of revision $current, the current one of deployment $deployment, is not found: try again in a moment"
[[ -n $other ]] || refuse "deployment $deployment has no revision $target (any more)"
IFS='|' read -r _ before images template <<<"$row"
IFS='|' read -r number _ other_images other_template <<<"$other"
if ((number == current)); then
  printf 'nothing to do: deployment %s is at revision %s already\n' "$deployment" "$current"
  ! $dry_run || exit 0
  rolled_out || die 1 "it was at revision $current before, but its pods are not ready after $timeout s, or only for a moment"
  exit 0
fi
target=$number
if ((10#$revision == 0)); then
  [[ -z $before ]] || refuse "revision $current of deployment $deployment is an earlier one (${before//,/, }) that was gone back to, so the one before, $target, is what was left then"
  [[ $template != "$other_template" ]] || refuse "revision $target of deployment $deployment differs from $current by a restart alone, so going back would only start the same pods anew"
fi

printf 'context: %s\n' "${context:-not set}"
keeper=$(keeper_of "deployment/$deployment")
[[ -z $keeper ]] || printf 'warning: %s keeps this deployment and may set the template back; change it there too\n' "$keeper" >&2
[[ $images != "$other_images" ]] || printf 'warning: revisions %s and %s have the same images, so the same program runs again (unless a tag has moved); only other parts of the pod template go back\n' "$current" "$target" >&2
$dry_run && would='would roll back' || would='rolling back'
printf '%s: deployment %s in namespace %s from revision %s (%s) to %s (%s)\n' "$would" "$deployment" "$namespace" "$current" "${images# }" "$target" "${other_images# }"
if $dry_run; then
  k rollout history "deployment/$deployment" --revision="$target" || true
  exit 0
fi

k rollout undo "deployment/$deployment" --to-revision="$target" || die 1 "could not roll back $deployment"
rolled_out || die 1 "rolled back to revision $target, but its pods are not ready after $timeout s, or only for a moment (left behind: $current)"
now=$(current_revision) || die 1 "cannot read the deployment after the rollback"
[[ $now != "$current" ]] || die 1 "the deployment is still at revision $current"
# A roll-back makes one new revision. Whatever applies the manifest from a repository may have made another meanwhile.
((now == current + 1)) || die 1 "rolled back, but something has changed the deployment again: it is at revision $now (left behind: $current)"
printf 'rolled back: %s has the template of revision %s again (now numbered %s; left behind: %s)\n' "$deployment" "$target" "$now" "$current"
