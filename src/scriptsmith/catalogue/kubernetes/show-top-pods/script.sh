#!/usr/bin/env bash
# Show the Kubernetes pods that use the most memory or CPU at this time, as the metrics server
# measures it.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-top-pods [--namespace NAME] [--sort memory|cpu] [--limit N] [--context NAME]

Show the pods with the highest use of memory (working set) or CPU (thousandths of a processor),
and their sum. The numbers come from the metrics server and are about a minute old. A pod that runs
and has no measurement is named with its node: one that has just started, one that is killed again and
again, or all pods of a node that does not answer.

  --namespace NAME   one namespace, or the word all for every one (default all)
  --sort memory|cpu  what to sort by (default memory)
  --limit N          how many pods to show (default 20)
  --context NAME     context of the kubeconfig, which says which cluster (default: the current
                     one)
  --help             show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-top-pods: %s\n' "$2" >&2
  exit "$1"
}

namespace=all sort=memory limit=20 context=''
while (($# > 0)); do
  case $1 in
    --namespace | --sort | --limit | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --namespace) namespace=$2 ;;
        --sort) sort=$2 ;;
        --limit) limit=$2 ;;
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

[[ $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
case $sort in
  memory | cpu) ;;
  *) die 2 "--sort takes memory, cpu, not '$sort'" ;;
esac
[[ $limit =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

if [[ $namespace != all ]] && ! problem=$(kubectl --context "$context" get namespace "$namespace" --request-timeout=30s --output name 2>&1 >/dev/null </dev/null); then
  # Whoever may not look at namespaces may still be allowed to look into one.
  [[ $problem == *Forbidden* ]] || die 3 "cannot read namespace $namespace: ${problem//[[:cntrl:]]/ }"
fi
scope=(--namespace "$namespace") every=0
[[ $namespace != all ]] || scope=(--all-namespaces) every=1

list=$(kubectl --context "$context" top pods "${scope[@]}" --sort-by="$sort" --no-headers --request-timeout=30s </dev/null) ||
  die 3 "no measurements (is the metrics server running, and may you see pods?)"
# The metrics server says nothing of what it could not measure: the pods of a node that does not answer, one that restarts.
known=1
running=$(kubectl --context "$context" get pods "${scope[@]}" --field-selector=status.phase=Running --no-headers --request-timeout=30s \
  --output=custom-columns=NAMESPACE:.metadata.namespace,POD:.metadata.name,NODE:.spec.nodeName </dev/null) || known=0
# Without the NAMESPACE column that --all-namespaces adds, the fields would shift by one.
awk -v every="$every" -v space="$namespace" -v count="$limit" -v known="$known" '
  function mebibytes(text) { return text ~ /Ki$/ ? text / 1024 : text ~ /Mi$/ ? text + 0 : text ~ /Gi$/ ? text * 1024 : text / 1048576 }
  function millicores(text) { return text ~ /m$/ ? text + 0 : text * 1000 }
  NR > FNR {
    if (known && NF == 3 && !(($1 "/" $2) in measured)) {
      missing++
      if (!($3 in pods)) nodes++
      if (pods[$3]++ < 5) names[$3] = names[$3] " " $1 "/" $2
    }
    next
  }
  NF < 3 + every { next }
  {
    pod = every ? $1 "/" $2 : space "/" $1
    measured[pod] = 1
    cpu += millicores($(2 + every)); memory += mebibytes($(3 + every)); total++
    if (total == 1) printf "%-60s %10s %10s\n", "POD", "CPU", "MEMORY"
    if (total <= count) printf "%-60s %10s %10s\n", pod, $(2 + every), $(3 + every)
  }
  END {
    for (shown = 0; shown < 10 && shown < nodes; shown++) { # the nodes with the most of them
      most = ""
      for (node in pods) if (most == "" || pods[node] > pods[most]) most = node
      printf "not measured, may use more than those above: %d pods that run on %s:%s%s\n", pods[most], most, names[most], (pods[most] > 5 ? " ..." : "")
      delete pods[most]
    }
    if (nodes > shown) printf "not measured: pods on %d more nodes\n", nodes - shown
    if (!known) print "whether some pods have no measurement is not known, for the pods that run could not be listed"
    printf "%d pods use %d MiB of memory and %.1f processors", total, memory, cpu / 1000
    if (missing) printf ", without the %d that run and are not measured\n", missing
    else printf "%s, on whatever node\n", known ? " in all" : ""
  }' <(printf '%s\n' "$list") <(printf '%s\n' "$running")
