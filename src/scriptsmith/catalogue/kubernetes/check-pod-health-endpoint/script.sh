#!/usr/bin/env bash
# Ask the HTTP health endpoint of one Kubernetes pod, through the proxy of the API server, and show
# its answer.
#
# Undo: nothing to undo, it only sends a GET request.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-pod-health-endpoint --pod NAME [--port N] [--path PATH] [--namespace NAME]
       [--timeout N] [--context NAME]

Send GET PATH to one pod through the API server: no tool is needed inside the container, and no
port forwarding. Where the port does not speak HTTP, HTTPS is tried, without a look at the certificate.
Any status from 200 to 299 counts as healthy. A redirect within the pod is followed; of one that leads
elsewhere only the address is told, as the kubelet does not follow it either. The first lines of the
answer are shown. Whether the API server reaches the pod is another matter than whether its kubelet does:
a firewall or a network policy may keep it off. It needs the right to get pods/proxy. Only ask paths that
are made for asking: a GET that changes something would change it.

  --pod NAME        name of the pod
  --port N          TCP port that the pod listens on (default 8080)
  --path PATH       path of the health endpoint (default /healthz)
  --namespace NAME  namespace of the pod (default: the context's)
  --timeout N       how long to wait for the answer, in seconds (default 10)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-pod-health-endpoint: %s\n' "$2" >&2
  exit "$1"
}

pod='' port=8080 path=/healthz namespace='' timeout=10 context=''
while (($# > 0)); do
  case $1 in
    --pod | --port | --path | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pod) pod=$2 ;;
        --port) port=$2 ;;
        --path) path=$2 ;;
        --namespace) namespace=$2 ;;
        --timeout) timeout=$2 ;;
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

[[ -n $pod ]] || die 2 "--pod is required (see --help)"
[[ $pod =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--pod takes the name of a pod, not '$pod'"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a whole number above 0, not '$port'"
port=$((10#$port))
[[ $path =~ ^/[A-Za-z0-9._~/%-]{0,200}$ ]] || die 2 "--path takes a path such as /healthz, not '$path'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
timeout=$((10#$timeout))
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''
[[ -n $namespace ]] || namespace=$(kubectl --context "$context" config view --minify --output 'jsonpath={.contexts[0].context.namespace}' 2>/dev/null </dev/null) || namespace=''
namespace=${namespace:-default}

# A path of dots could climb out of the pod's part of the API.
[[ $path != *..* && $path != *%2[eEfF]* ]] || die 2 "--path takes a path without '..', not '$path'"

facts=$(kubectl --context "$context" get pod "$pod" --namespace "$namespace" --request-timeout=30s --output 'jsonpath={.status.phase}|{.status.podIP}|{.spec.nodeName}' </dev/null) ||
  die 3 "cannot read pod $pod in namespace $namespace"
IFS='|' read -r phase address host <<<"$facts"
# One that has ended may keep an address that is another pod's by now.
[[ -n $address && $phase != Succeeded && $phase != Failed ]] || die 3 "pod $pod has no address, or not any more (phase ${phase:-unknown})"

root=''
[[ ! $(kubectl --context "$context" config view --minify --output 'jsonpath={.clusters[0].cluster.server}' 2>/dev/null </dev/null) =~ ^https?://[^/]+(/.*[^/])/*$ ]] || root=${BASH_REMATCH[1]}
# kubectl below 1.34 leaves the path of the server's address, which names the cluster (Rancher), out of --raw. Its log tells what it asks.
[[ -z $root || $(kubectl --context "$context" --vmodule=round_trippers=6 get --raw /version --request-timeout=20s 2>&1 >/dev/null </dev/null) =~ ("$root")?/version ]] || die 3 "the server's address in the kubeconfig has a path, and whether this kubectl asks there is not known, so another cluster could be asked: use kubectl 1.34 or later"
[[ -z ${BASH_REMATCH[1]-} ]] || root=''
ask() { # SCHEME: sets answer to what the pod says, or kubectl of it, and rc; ends where the pod sends on to elsewhere
  rc=0
  answer=$(kubectl --context "$context" --vmodule=round_trippers=6 get --raw "$root/api/v1/namespaces/$namespace/pods/$1$pod:$port/proxy$path" --request-timeout="${timeout}s" 2>&1 </dev/null | head -c 20000 | tr -d '\000') || rc=$?
  # First comes a line of kubectl's log for each request: it follows redirects, and tells them nowhere else.
  while line=${answer%%$'\n'*} && [[ $line == I[0-9]*' round_trippers.go:'* ]]; do
    answer=${answer#"$line"}
    answer=${answer#$'\n'}
    [[ $line =~ https?://[^\ \"?]+ && ${BASH_REMATCH[0]} != */pods/*/proxy* ]] || continue
    printf 'redirected: pod %s answers GET %s on port %d%s by sending on to %s, whose answer says nothing of the pod (for a kubelet a redirect to another host is healthy)\n' "$pod" "$path" "$port" "${1:+ by HTTPS}" "${BASH_REMATCH[0]}"
    exit 0
  done
}
scheme='' verdict='not healthy'
ask ''
if ((rc != 0 && rc != 141)) && [[ ! $answer =~ ^'Error from server ('(Forbidden|NotFound)'): '|'connection refused'|'i/o timeout'|'deadline exceeded'|'Client.Timeout'|'no route to host'|'No agent available' ]]; then
  first=$answer first_rc=$rc
  ask https:
  # What does not speak HTTPS either, or keeps silent on it, is told as it answered first.
  if ((rc != 0)) && [[ $answer =~ 'error trying to reach service'|' tls: '|'HTTPS client'|'Client.Timeout'|'deadline exceeded' ]]; then answer=$first rc=$first_rc; else scheme=' by HTTPS'; fi
fi
if [[ -n $answer ]]; then
  mapfile -t lines <<<"$answer"
  for line in "${lines[@]:0:20}"; do
    printf '  %s\n' "${line//[[:cntrl:]]/?}"
  done
fi
# 141: the answer was longer than what is shown, so there was one.
if ((rc == 0)) || [[ $rc -eq 141 && $answer != 'Error from server'* ]]; then
  printf 'healthy: pod %s answers GET %s on port %d%s (phase %s, node %s)\n' "$pod" "$path" "$port" "$scheme" "$phase" "$host"
  exit 0
fi
# The words of the pod itself may be anything, so only those are read that kubectl begins with.
case $answer in
  'Error from server (Forbidden): '*'cannot get resource "pods/proxy"'*) die 3 "you may not use the proxy of pods in namespace $namespace" ;;
  'Error from server (Forbidden): '*) reason='it answers that this is forbidden' ;;
  'Error from server (NotFound): '*) reason='it says that there is no such path' ;;
  'error: You must be logged in'*) reason='it asks for credentials' ;;
  'Error from server (InternalError): '* | 'Error from server (ServiceUnavailable): the server is'* | 'Error from server (TooManyRequests): '*) reason='it answers with an error, or not at all' ;;
  *'connection refused'*) reason='nothing listens there for others than itself (127.0.0.1), or a firewall refuses' ;;
  *'i/o timeout'* | *'deadline exceeded'* | *'Client.Timeout'* | *'no route to host'* | *'No agent available'*) verdict='no answer' reason='it hangs, or the way from the API server to it is closed' ;;
  *) reason='it answers with an error, or not at all' ;;
esac
printf '%s: pod %s, GET %s on port %d%s: %s (phase %s, node %s)\n' "$verdict" "$pod" "$path" "$port" "$scheme" "$reason" "$phase" "$host"
exit 1
