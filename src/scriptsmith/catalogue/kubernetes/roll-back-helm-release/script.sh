#!/usr/bin/env bash
# Roll a Helm release back to a former revision, and wait until what it runs is ready.
#
# Undo: helm rollback RELEASE REVISION to the revision that it was at, as it prints, with context and namespace.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: roll-back-helm-release --release NAME [--revision N] [--namespace NAME] [--timeout N]
       [--stale N] [--context NAME] [--dry-run]

Roll back to --revision, or to the newest one before the present that was deployed with success;
failed ones are passed over. Where the present revision is a roll-back itself, the one before it is
what was left, so --revision must be named. A release whose upgrade is still under way is refused:
an operation counts as dead when it began more than --stale minutes ago. When Flux keeps the
release, that is said. Data that a newer version has changed (migrations of a database) and resource
definitions (CRDs) do not go back.

  --release NAME    name of the release
  --revision N      revision to go back to (0: the newest one that was good) (default 0)
  --namespace NAME  namespace it lives in (default: the context's)
  --timeout N       how long to wait until it is ready, in seconds (default 300)
  --stale N         after how many minutes an operation under way counts as dead (default 30)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 the former revision is deployed, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'roll-back-helm-release: %s\n' "$2" >&2
  exit "$1"
}

release='' revision=0 namespace='' timeout=300 stale=30 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --release | --revision | --namespace | --timeout | --stale | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --release) release=$2 ;;
        --revision) revision=$2 ;;
        --namespace) namespace=$2 ;;
        --timeout) timeout=$2 ;;
        --stale) stale=$2 ;;
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

[[ -n $release ]] || die 2 "--release is required (see --help)"
[[ $release =~ ^[a-z0-9]([-a-z0-9.]{0,51}[a-z0-9])?$ ]] || die 2 "--release takes the name of a release, not '$release'"
[[ $revision =~ ^[0-9]{1,6}$ ]] || die 2 "--revision takes a whole number, not '$revision'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
[[ $stale =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--stale takes a whole number of minutes above 0, not '$stale'"
revision=$((10#$revision)) timeout=$((10#$timeout)) stale=$((10#$stale))
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
for tool in helm jq timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=${HELM_KUBECONTEXT:-$(kubectl config current-context 2>/dev/null </dev/null)} || context=''
where=(${context:+--kube-context "$context"} ${namespace:+--namespace "$namespace"})
history() { timeout 60 helm history "$release" "${where[@]}" --max 256 --output json </dev/null; }
at() { jq -r --argjson number "$1" --arg field "$2" '.[] | select(.revision == $number) | .[$field] // "-" | gsub("[[:cntrl:]]"; "?")' <<<"$list"; }

list=$(history) || die 3 "cannot read the history of release $release (does it exist in this namespace?)"
now=$(jq -r 'max_by(.revision) | .revision' <<<"$list") || die 3 "what helm says of release $release is not understood"
[[ $now =~ ^[1-9][0-9]*$ ]] || die 3 "release $release has no history"
state=$(at "$now" status)
printf 'release %s is at revision %d: %s, %s, app %s\n' "$release" "$now" "$state" "$(at "$now" chart)" "$(at "$now" app_version)"
[[ $state != uninstall* ]] || die 3 "refused: release $release is $state"
if [[ $state == pending-* ]]; then
  began=$(date -d "$(at "$now" updated)" +%s) || die 3 "helm does not tell when the $state began"
  age=$((($(date +%s) - began) / 60))
  ((age >= stale)) || die 3 "refused: a $state is under way since $age minutes"
fi
if ((revision == 0)); then
  [[ $(at "$now" description) != 'Rollback '* ]] || die 3 "refused: revision $now is a roll-back already ($(at "$now" description)); name the one that is wanted with --revision"
  revision=$(jq -r --argjson now "$now" '[.[] | select(.revision < $now and (.status == "superseded" or .status == "deployed")) | .revision] | max // 0' <<<"$list")
  ((revision > 0)) || die 3 "release $release has no former revision that was good"
fi
target=$(at "$revision" status)
[[ -n $target ]] || die 3 "release $release has no revision $revision any more"
if ((revision == now)); then
  [[ $state == deployed ]] || die 3 "revision $revision is the present one, and is $state"
  printf 'nothing to do: revision %d is deployed\n' "$revision"
  exit 0
fi
[[ $target == superseded || $target == deployed ]] || die 3 "refused: revision $revision is $target"
# The controller of Flux marks what it deploys, and upgrades a release anew that somebody else has changed.
manifest=$(timeout 60 helm get manifest "$release" "${where[@]}" </dev/null) || die 3 "cannot read the manifest of release $release"
[[ $manifest != *helm.toolkit.fluxcd.io/* ]] ||
  printf 'warning: Flux keeps this release and may upgrade it again: suspend its HelmRelease (flux suspend helmrelease), or change its repository too\n' >&2
printf 'back to revision %d of %s: %s, app %s\n' "$revision" "$(at "$revision" updated)" "$(at "$revision" chart)" "$(at "$revision" app_version)"
if $dry_run; then
  printf 'would roll back: release %s from revision %d to %d\n' "$release" "$now" "$revision"
  exit 0
fi
# Its timeout is for each hook and for the wait by itself; to be cut off in between would leave it pending-rollback.
timeout "$((timeout * 4 + 60))" helm rollback "$release" "$revision" "${where[@]}" --wait --timeout "${timeout}s" </dev/null || die 1 "the roll-back failed or was not ready after $timeout s; it was at revision $now"
list=$(history) || die 1 "cannot read the history after the roll-back"
after=$(jq -r 'max_by(.revision) | .revision' <<<"$list") || die 1 "what helm says of release $release is not understood"
((after > now)) || die 1 "there is no new revision after the roll-back"
[[ $(at "$after" status) == deployed && $(at "$after" chart) == "$(at "$revision" chart)" ]] || die 1 "revision $after is $(at "$after" status) with $(at "$after" chart)"
printf 'rolled back: release %s to revision %d, as revision %d (it was at %d)\n' "$release" "$revision" "$after" "$now"
printf 'undo: helm rollback %s %d%s%s\n' "$release" "$now" "${context:+ --kube-context ${context@Q}}" "${namespace:+ --namespace $namespace}"
