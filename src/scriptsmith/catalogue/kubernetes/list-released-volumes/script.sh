#!/usr/bin/env bash
# List the persistent volumes that no claim uses: released, failed, or available ones.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-released-volumes [--phase all|Released|Failed|Available] [--context NAME]

List each persistent volume that is not bound, oldest first: its phase, size, storage class,
reclaim policy, the claim that it belonged to or is reserved for, and what it is on (the handle of
the storage driver, an export of NFS, a directory, or the kind of volume). A Released volume with the policy Retain still holds the data of its claim; nothing
removes it until somebody does.

  --phase all|Released|Failed|Available  which volumes: those whose claim is gone, that failed,
                                         that were never claimed, or all of them (default all)
  --context NAME                         context of the kubeconfig, which says which cluster
                                         (default: the current one)
  --help                                 show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-released-volumes: %s\n' "$2" >&2
  exit "$1"
}

phase=all context=''
while (($# > 0)); do
  case $1 in
    --phase | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --phase) phase=$2 ;;
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

case $phase in
  all | Released | Failed | Available) ;;
  *) die 2 "--phase takes all, Released, Failed, Available, not '$phase'" ;;
esac
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(kubectl --context "$context" get persistentvolumes --request-timeout=30s --output json </dev/null | jq -nr --arg phase "$phase" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | .items as $all
  | [$all[] | select(.status.phase != "Bound") | select($phase == "all" or .status.phase == $phase)] as $free
  | ($free | sort_by(.metadata.creationTimestamp)[] |
      ("\(.metadata.name): \(.status.phase), \(.spec.capacity.storage // "unknown size"), class \(if (.spec.storageClassName // "") == "" then "none" else .spec.storageClassName end), policy \(.spec.persistentVolumeReclaimPolicy // "unknown"), made \(.metadata.creationTimestamp)" | clean),
      (if .spec.claimRef then "  \(if .status.phase == "Available" then "reserved for" else "last claim" end): \(.spec.claimRef.namespace)/\(.spec.claimRef.name)" | clean else "  never claimed" end),
      (.spec | "  storage: \(if .csi then "\(.csi.driver) \(.csi.volumeHandle)" elif .nfs then "nfs \(.nfs.server):\(.nfs.path)"
        elif .local then "local \(.local.path)" elif .hostPath then "hostPath \(.hostPath.path)"
        else del(.capacity, .accessModes, .claimRef, .nodeAffinity, .mountOptions) | to_entries | map(select(.value | type == "object") | .key) | first // "unknown" end)" | clean),
      (.status.message // empty | "  message: \(clean)")),
    "\($free | length) of \($all | length) volumes"
    + ($free | group_by(.status.phase) | map("\(length) \(.[0].status.phase)") | if length > 0 then ": " + join(", ") else "" end),
    ([$all[] | select($phase != "all" and .status.phase != "Bound" and .status.phase != $phase)] | group_by(.status.phase)
      | map("\(length) \(.[0].status.phase)") | select(. != []) | "not shown: " + join(", "))
') || die 3 "cannot list the persistent volumes (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
