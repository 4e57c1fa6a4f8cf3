#!/usr/bin/env bash
# Check the API server of a Kubernetes cluster: whether it is ready, each of its own checks, and the
# API services behind it.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-api-server-health [--context NAME]

Ask the API server whether it is ready (readyz, which holds the checks of livez, too), and show each
of its checks that fails, such as etcd. Then
list the aggregated API services that are not available: a broken one makes kubectl slow and
blocks the deletion of namespaces. With several API servers behind one address, only the one that
answers is asked. The exit status tells whether all is well.

  --context NAME  context of the kubeconfig, which says which cluster (default: the current one)
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-api-server-health: %s\n' "$2" >&2
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
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

root=''
[[ ! $(kubectl --context "$context" config view --minify --output 'jsonpath={.clusters[0].cluster.server}' 2>/dev/null </dev/null) =~ ^https?://[^/]+(/.*[^/])/*$ ]] || root=${BASH_REMATCH[1]}
# kubectl below 1.34 leaves the path of the server's address, which names the cluster (Rancher), out of --raw. Its log tells what it asks.
[[ -z $root || $(kubectl --context "$context" --vmodule=round_trippers=6 get --raw /version --request-timeout=20s 2>&1 >/dev/null </dev/null) =~ ("$root")?/version ]] || die 3 "the server's address in the kubeconfig has a path, and whether this kubectl asks there is not known, so another cluster could be asked: use kubectl 1.34 or later"
[[ -z ${BASH_REMATCH[1]-} ]] || root=''
started=$(date +%s%N)
rc=0
said=$(kubectl --context "$context" get --raw "$root/readyz?verbose" --request-timeout=20s 2>&1 </dev/null) || rc=$?
milliseconds=$((($(date +%s%N) - started) / 1000000))
# A failure is told as one quoted line, which is cut off after 2 KiB.
said=${said//\\n/$'\n'}
if ((rc != 0)) && [[ $said != *'[+]'* && $said != *'[-]'* ]]; then
  case $said in
    *orbidden*) die 3 "you may not ask for /readyz" ;;
    *'onnection refused'* | *'was refused'* | *'o route'* | *imeout* | *'deadline exceeded'* | *'no such host'* | *'onnection reset'* | *'EOF'*)
      printf 'not reachable: %s\n' "$(tail -n 1 <<<"${said//[[:cntrl:]]/ }")"
      exit 1
      ;;
    *erviceUnavailable* | *'unable to handle the request'* | *ooManyRequests* | *'an error on the server'*)
      printf 'NOT WELL: it answers, and does not say how it is: %s\n' "$(tail -n 1 <<<"${said//[[:cntrl:]]/ }")"
      exit 1
      ;;
    *) die 3 "the API server cannot be asked: ${said//[[:cntrl:]]/ }" ;;
  esac
fi
good=0 bad=0
while IFS= read -r line; do
  case $line in
    *'[-]'*)
      bad=$((bad + 1))
      line=${line#*'[-]'}
      printf 'FAILS: %s\n' "${line//[[:cntrl:]]/?}"
      ;;
    *'[+]'*) good=$((good + 1)) ;;
  esac
done <<<"$said"
((good + bad > 0)) || die 1 "the answer of the API server is not understood"
((rc == 0 || bad > 0)) || printf 'NOT READY: which check fails is cut off in the answer\n'
printf 'checks of the API server: %d pass, %d fail, answered within %d ms\n' "$good" "$bad" "$milliseconds"

# Best effort: not everybody may read them.
services=$(kubectl --context "$context" get apiservices --request-timeout=30s --output \
  'jsonpath={range .items[*]}{.metadata.name}|{.status.conditions[?(@.type=="Available")].status}|{.status.conditions[?(@.type=="Available")].reason}{"\n"}{end}' 2>/dev/null </dev/null) || services=''
broken=0 total=0
while IFS='|' read -r name available reason; do
  [[ -n $name ]] || continue
  total=$((total + 1))
  [[ $available != True ]] || continue
  broken=$((broken + 1))
  printf 'API service not available: %s (%s)\n' "${name//[[:cntrl:]]/?}" "${reason//[[:cntrl:]]/?}"
done <<<"$services"
if ((total > 0)); then
  printf 'API services: %d of %d available\n' $((total - broken)) "$total"
else
  printf 'the API services could not be looked at\n'
fi
if ((bad + broken > 0 || rc != 0)); then exit 1; fi
if ((total > 0)); then
  printf 'healthy: the one API server that answered, and what is behind it\n'
else
  printf 'healthy: the one API server that answered\n'
fi
