#!/usr/bin/env bash
# Set the target port of one port of a Kubernetes service, and say what it was.
#
# Undo: run it again with the former target port, which it prints; where that was a name, it prints
# the command.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-service-target-port --service NAME --target-port N [--service-port N]
       [--namespace NAME] [--context NAME] [--dry-run]

Send the traffic of a service port to another port of its pods. It takes effect within seconds,
for new connections. The change is refused by the API server if the ports of the service have
changed in between. Whether the pods listen on the new port is not known to Kubernetes: the ports
that they declare are shown, which is no proof. A port number that the service has for several
protocols is refused. Clients of a headless service choose the port themselves, and the endpoints of a service
without a selector have ports of their own, whatever the target port: both is told, and so is that
an owner, Argo CD, Flux or Helm keeps the service, as its labels, annotations and owners say, and may
set it back.

  --service NAME    name of the service
  --target-port N   port of the pods that traffic goes to
  --service-port N  port of the service that is changed; 0 stands for its only one (default 0)
  --namespace NAME  namespace it lives in (default: the context's)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-service-target-port: %s\n' "$2" >&2
  exit "$1"
}

service='' target_port='' service_port=0 namespace='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --service | --target-port | --service-port | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --service) service=$2 ;;
        --target-port) target_port=$2 ;;
        --service-port) service_port=$2 ;;
        --namespace) namespace=$2 ;;
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

[[ -n $service ]] || die 2 "--service is required (see --help)"
[[ -n $target_port ]] || die 2 "--target-port is required (see --help)"
[[ $service =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--service takes the name of a service, not '$service'"
[[ $target_port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--target-port takes a port from 1 to 65535, not '$target_port'"
target_port=$((10#$target_port))
[[ $service_port =~ ^[0-9]{1,5}$ ]] || die 2 "--service-port takes a port from 1 to 65535, not '$service_port'"
service_port=$((10#$service_port))
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
((target_port <= 65535 && service_port <= 65535)) || die 2 "a port is at most 65535"
# The first line is the selector, the second the address, each other one a port and its target.
state() {
  k get "service/$service" --output json | jq -nr '
    input | (.spec.selector // {} | to_entries | map("\(.key)=\(.value)") | join(",")), (.spec.clusterIP // ""), (.spec.ports[]? | "\(.port) \(.targetPort // .port)")'
}
target_of() { # PORT: sets index and former from the ports, and count, of how many it is the number
  local at
  index='' former='' count=0
  for at in "${!ports[@]}"; do
    if [[ ${ports[at]%% *} == "$1" ]]; then index=$at former=${ports[at]#* } count=$((count + 1)); fi
  done
}

facts=$(state) || die 3 "cannot read service $service in namespace $namespace"
mapfile -t ports <<<"$facts"
selector=${ports[0]} address=${ports[1]-}
ports=("${ports[@]:2}")
((${#ports[@]} > 0)) || die 3 "service $service has no ports"
printf -v list '%s, ' "${ports[@]/ /->}"
list=${list%, }
port=$service_port
if ((port == 0)); then
  ((${#ports[@]} == 1)) || die 2 "service $service has several ports, name one with --service-port: $list"
  port=${ports[0]%% *}
fi
target_of "$port"
[[ -n $index ]] || die 3 "service $service has no port $port, only: $list"
((count == 1)) || die 3 "service $service has port $port for $count protocols, and they cannot be told apart here: $list"
before=$former
printf 'context: %s\n' "${context:-not set}"
printf 'service %s in namespace %s: %s\n' "$service" "$namespace" "$list"
[[ $address != None ]] || printf 'warning: service %s is headless, what resolves its name does not learn of target ports\n' "$service" >&2
[[ -n $selector ]] || printf 'warning: service %s has no selector, its endpoints keep the ports that they name\n' "$service" >&2
keeper=$(keeper_of "service/$service")
[[ -z $keeper ]] || printf 'warning: %s keeps this service and may set the port back; change it there too\n' "$keeper" >&2
if [[ $before == "$target_port" ]]; then
  printf 'nothing to change: port %d goes to %d already\n' "$port" "$target_port"
  exit 0
fi
# Best effort: what the pods that it selects declare.
if [[ -n $selector ]]; then
  declared=$(k get pods --selector "$selector" --output 'jsonpath={.items[*].spec.containers[*].ports[*].containerPort}') || declared=unknown
  printf 'ports that its pods declare: %s\n' "$(tr ' ' '\n' <<<"${declared:-none}" | sort -nu | tr '\n' ' ')"
fi
if $dry_run; then
  printf 'would set: port %d of service %s from target port %s to %d\n' "$port" "$service" "$before" "$target_port"
  exit 0
fi
k patch "service/$service" --type=json \
  --patch="[{\"op\":\"test\",\"path\":\"/spec/ports/$index/port\",\"value\":$port},{\"op\":\"add\",\"path\":\"/spec/ports/$index/targetPort\",\"value\":$target_port}]" ||
  die 1 "could not change service $service"
[[ -z $keeper ]] || sleep 8 # time enough for it to be set back
facts=$(state) || die 1 "cannot read service $service after the change"
mapfile -t ports <<<"$facts"
ports=("${ports[@]:2}")
target_of "$port"
[[ $former == "$target_port" ]] || die 1 "the target port is ${former:-gone} after the change: something sets it back"
[[ $before =~ ^[0-9]+$ ]] || printf 'back to the name: kubectl patch service/%s --namespace %s%s --type=json --patch=%q\n' "$service" "$namespace" "${context:+ --context ${context@Q}}" \
  "[{\"op\":\"replace\",\"path\":\"/spec/ports/$index/targetPort\",\"value\":\"$before\"}]"
printf 'set: port %d of service %s goes to target port %d (before: %s)\n' "$port" "$service" "$target_port" "$before"
