#!/usr/bin/env bash
# Check whether you, or a service account, may do something to a kind of object in a Kubernetes
# namespace.
#
# Undo: nothing to undo, it only asks.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-kubernetes-permission --verb VERB --resource KIND [--namespace NAME]
       [--account NAMESPACE:NAME] [--context NAME]

Ask the API server whether an action is allowed, without doing it: a verb, a kind of object, and a
namespace. Nodes, and lists of namespaces, are asked for in the whole cluster. To ask for a service
account you need the right to impersonate it; one that is not there is refused. Rights to single
objects by their names are not looked at. The exit status is 0 for yes and 1 for no.

  --verb VERB               what is to be done: get, list, watch, create, update, patch or delete
  --resource KIND           what it is to be done to: pods, deployments, statefulsets, daemonsets,
                            jobs, cronjobs, services, ingresses, configmaps, secrets,
                            persistentvolumeclaims, networkpolicies, nodes or namespaces
  --namespace NAME          namespace it is about (default: the context's)
  --account NAMESPACE:NAME  service account, as NAMESPACE:NAME, to ask for instead of yourself
  --context NAME            context of the kubeconfig, which says which cluster (default: the
                            current one)
  --help                    show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-kubernetes-permission: %s\n' "$2" >&2
  exit "$1"
}

verb='' resource='' namespace='' account='' context=''
while (($# > 0)); do
  case $1 in
    --verb | --resource | --namespace | --account | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --verb) verb=$2 ;;
        --resource) resource=$2 ;;
        --namespace) namespace=$2 ;;
        --account) account=$2 ;;
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

[[ -n $verb ]] || die 2 "--verb is required (see --help)"
[[ -n $resource ]] || die 2 "--resource is required (see --help)"
case $verb in
  get | list | watch | create | update | patch | delete) ;;
  *) die 2 "--verb takes get, list, watch, create, update, patch, delete, not '$verb'" ;;
esac
case $resource in
  pods | deployments | statefulsets | daemonsets | jobs | cronjobs | services | ingresses | configmaps | secrets | persistentvolumeclaims | networkpolicies | nodes | namespaces) ;;
  *) die 2 "--resource takes pods, deployments, statefulsets, daemonsets, jobs, cronjobs, services, ingresses, configmaps, secrets, persistentvolumeclaims, networkpolicies, nodes, namespaces, not '$resource'" ;;
esac
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ -z $account || $account =~ ^[a-z0-9-]+:[a-z0-9.-]+$ ]] || die 2 "--account takes NAMESPACE:NAME, not '$account'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''
[[ -n $namespace ]] || namespace=$(kubectl --context "$context" config view --minify --output 'jsonpath={.contexts[0].context.namespace}' 2>/dev/null </dev/null) || namespace=''
namespace=${namespace:-default}

# Nodes are in no namespace, nor is a list of namespaces: a right that is granted in one is no right to them.
who=you where="in namespace $namespace" scope=(--namespace "$namespace")
case $resource:$verb in
  nodes:* | namespaces:list | namespaces:watch | namespaces:create) where='in the whole cluster' scope=(--all-namespaces) ;;
esac
options=("${scope[@]}" --request-timeout=30s)
if [[ -n $account ]]; then
  who="service account ${account/:/\/}"
  # Of one that is not there the server would say no, or what every account may do.
  if ! problem=$(kubectl --context "$context" get serviceaccount "${account#*:}" --namespace "${account%%:*}" --request-timeout=30s --output name 2>&1 >/dev/null </dev/null); then
    [[ $problem != *NotFound* ]] || die 3 "there is no $who"
    printf 'warning: whether there is a %s could not be looked at\n' "$who" >&2
  fi
  options+=(--as "system:serviceaccount:$account")
fi
# It ends with 1 for "no" as well as for a failure, so the answer decides.
answer=$(kubectl --context "$context" auth can-i "$verb" "$resource" "${options[@]}" 2>&1 </dev/null) || true
last=$(tail -n 1 <<<"$answer")
warning=$(grep -i '^warning' <<<"$answer") || warning=''
[[ -z $warning ]] || printf '%s\n' "${warning//[[:cntrl:]]/ }" >&2
case $last in
  yes*) printf 'yes: %s may %s %s %s\n' "$who" "$verb" "$resource" "$where" ;;
  no*)
    printf 'no: %s may not %s %s %s\n' "$who" "$verb" "$resource" "$where"
    [[ $verb == list || $verb == create ]] || printf 'whether a rule allows single ones by their names (resourceNames) was not looked at\n'
    exit 1
    ;;
  *) die 3 "the API server cannot be asked: ${last//[[:cntrl:]]/ }" ;;
esac
