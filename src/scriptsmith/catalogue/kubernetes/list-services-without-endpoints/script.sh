#!/usr/bin/env bash
# List the Kubernetes services behind which no pod is ready, and say whether any pod is selected at
# all.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-services-without-endpoints [--namespace NAME] [--context NAME]

List each service without a ready endpoint, with its selector and ports. No endpoint at all means
that the selector matches no pod with an address; endpoints that are not ready mean that the pods
exist and fail their readiness probes. Ready pods none of which has the target port (a name that no
container of theirs declares) are no endpoints either. Services without a selector are told apart: somebody else
must make their endpoints. ExternalName services are left out.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-services-without-endpoints: %s\n' "$2" >&2
  exit "$1"
}

namespace=all context=''
while (($# > 0)); do
  case $1 in
    --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
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

[[ $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

if [[ $namespace != all ]] && ! problem=$(kubectl --context "$context" get namespace "$namespace" --request-timeout=30s --output name 2>&1 >/dev/null </dev/null); then
  # Whoever may not look at namespaces may still be allowed to look into one.
  [[ $problem == *Forbidden* ]] || die 3 "cannot read namespace $namespace: ${problem//[[:cntrl:]]/ }"
fi
scope=(--namespace "$namespace")
[[ $namespace != all ]] || scope=(--all-namespaces)

# Whoever may see only some of the kinds gets a part of the list, and a failure.
list=$(kubectl --context "$context" get services,endpointslices.discovery.k8s.io "${scope[@]}" --request-timeout=30s --output json </dev/null) ||
  die 3 "cannot list the services and their endpoint slices (is the cluster within reach, and may you see them?)"
jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | (reduce (.items[] | select(.kind == "EndpointSlice" and .metadata.labels["kubernetes.io/service-name"])) as $slice ({};
      "\($slice.metadata.namespace)/\($slice.metadata.labels["kubernetes.io/service-name"])" as $key
      | ([$slice.endpoints[]? | select(.conditions.ready != false)] | length) as $ready
      # Ready endpoints in a slice without ports have none of the ports that the service leads to.
      | .[$key] = {
          ready: ((.[$key].ready // 0) + (if ($slice.ports // []) == [] then 0 else $ready end)),
          portless: ((.[$key].portless // 0) + (if ($slice.ports // []) == [] then $ready else 0 end)),
          all: ((.[$key].all // 0) + ([$slice.endpoints[]?] | length))})) as $ends
  | [.items[] | select(.kind == "Service" and .spec.type != "ExternalName")
      | . + {key: "\(.metadata.namespace)/\(.metadata.name)"}] as $services
  | [$services[] | select((($ends[.key].ready // 0) + (if (.spec.ports // []) == [] then $ends[.key].portless // 0 else 0 end)) == 0)] as $bare
  | ($bare | sort_by(.key)[] |
      "\(.key | clean): \(if ($ends[.key].portless // 0) > 0 then "\($ends[.key].portless) ready pods, and none has its target port" elif ($ends[.key].all // 0) > 0 then "\($ends[.key].all) endpoints, none ready" elif .spec.selector then "its selector matches no pod with an address" else "it has no selector, and nobody has made endpoints" end)",
      "  selector: \(.spec.selector // {} | to_entries | if length > 0 then map("\(.key)=\(.value)") | join(",") | clean else "none" end)  ports: \([.spec.ports[]? | "\(.port)->\(.targetPort // .port)"] | join(", ") | clean)"),
    "\($bare | length) of \($services | length) services have no ready endpoint"
' <<<"$list" || die 3 "what kubectl says is not understood"
