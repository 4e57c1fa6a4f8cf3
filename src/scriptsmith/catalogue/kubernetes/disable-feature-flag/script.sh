#!/usr/bin/env bash
# Set the default variant of a flagd feature flag to off, inside the JSON that a ConfigMap holds.
#
# Undo: kubectl replace --filename FILE, as it prints, with the context.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: disable-feature-flag --flag NAME [--namespace NAME] [--configmap NAME]
       [--backup-directory DIR] [--context NAME] [--dry-run]

Find a flag in the flagd JSON of a ConfigMap and set its defaultVariant to off. Its targeting rules
win over that, so they are taken out, which is said. The ConfigMap is saved to a file first. It is replaced only if nobody changed it in between.

flagd sees a mounted ConfigMap change after about a minute; where it reads a copy that is made
when its pod starts, restart the flagd deployment afterwards. When an owner, Argo CD, Flux or Helm keeps the ConfigMap, as
its labels, annotations and owners say, that is told too: the flag may be turned on again.

  --flag NAME             name of the feature flag
  --namespace NAME        namespace of the ConfigMap (default: the context's)
  --configmap NAME        ConfigMap with the flags, as JSON (default flagd-config)
  --backup-directory DIR  where the ConfigMap is saved first (default .)
  --context NAME          context of the kubeconfig, which says which cluster (default: the
                          current one)
  --dry-run               say what would be done, change nothing
  --help                  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'disable-feature-flag: %s\n' "$2" >&2
  exit "$1"
}

flag='' namespace='' configmap=flagd-config backup_directory=. context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --flag | --namespace | --configmap | --backup-directory | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --flag) flag=$2 ;;
        --namespace) namespace=$2 ;;
        --configmap) configmap=$2 ;;
        --backup-directory) backup_directory=$2 ;;
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

[[ -n $flag ]] || die 2 "--flag is required (see --help)"
[[ $flag =~ ^[A-Za-z0-9_][A-Za-z0-9._-]{0,252}$ ]] || die 2 "--flag takes the name of a feature flag, not '$flag'"
[[ $configmap =~ ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$ ]] || die 2 "--configmap takes the name of a ConfigMap, not '$configmap'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $backup_directory == /* || $backup_directory == ./* || $backup_directory == . ]] || backup_directory=./$backup_directory
[[ -d $backup_directory && -w $backup_directory ]] || die 3 "cannot write to directory $backup_directory"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v python3 >/dev/null || die 3 "python3 is not installed"
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
# Reads the ConfigMap IN; writes OUT with the flag off and SAVED with what can be put back.
# Its status: 0 written, 10 the flag is off already, 3 not possible.
switch_off() { # FLAG IN OUT SAVED
  python3 - "$@" <<'EOF'
import json, sys

flag, source, target, saved = sys.argv[1:]
with open(source, encoding="utf-8") as file:
    config = json.load(file)
holders = []
for key, text in (config.get("data") or {}).items():
    try:
        document = json.loads(text)
    except ValueError:
        continue
    flags = document.get("flags") if isinstance(document, dict) else None
    if isinstance(flags, dict) and isinstance(flags.get(flag), dict):
        holders.append((key, document))
if len(holders) != 1:
    print(f"{len(holders)} JSON entries of the ConfigMap define the flag {flag}, not one", file=sys.stderr)
    sys.exit(3)
key, document = holders[0]
settings = document["flags"][flag]
if "off" not in (settings.get("variants") or {}):
    print(f"flag {flag} has no variant called off, only: {', '.join(settings.get('variants') or {})}", file=sys.stderr)
    sys.exit(3)
rules = settings.get("targeting")
before = settings.get("defaultVariant")
if before == "off" and not rules:
    sys.exit(10)
if rules:
    print(f"targeting rules of flag {flag}, which win over its default, are taken out (the saved file keeps them): {json.dumps(rules)[:300]}")
    settings["targeting"] = {}
print(f"flag {flag} in {key}: {before} -> off")
kept = {k: v for k, v in config["metadata"].items() if k in ("name", "namespace", "labels", "annotations")}
with open(saved, "w", encoding="utf-8") as file:
    json.dump({**config, "metadata": kept}, file, indent=2)
settings["defaultVariant"] = "off"
config["data"][key] = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
with open(target, "w", encoding="utf-8") as file:
    json.dump(config, file)
EOF
}

umask 077
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
k get "configmap/$configmap" --output json >"$work/now" || die 3 "cannot read ConfigMap $configmap in namespace $namespace"
printf 'context: %s\n' "${context:-not set}"
rc=0
switch_off "$flag" "$work/now" "$work/new" "$work/saved" || rc=$?
case $rc in
  0) ;;
  10)
    printf 'nothing to change: flag %s is off already\n' "$flag"
    exit 0
    ;;
  *) die 3 "ConfigMap $configmap is left as it is" ;;
esac
keeper=$(keeper_of "configmap/$configmap")
[[ -z $keeper ]] || printf 'warning: %s keeps this ConfigMap and may turn the flag on again; change it there too\n' "$keeper" >&2
if $dry_run; then
  printf 'would set flag %s to off in ConfigMap %s of namespace %s\n' "$flag" "$configmap" "$namespace"
  exit 0
fi

backup=$(mktemp --suffix=.json -- "$backup_directory/$configmap.$(date +%Y%m%dT%H%M%S).XXXXXX") || die 3 "cannot write to $backup_directory"
cat -- "$work/saved" >"$backup" || die 3 "could not save the ConfigMap, so it is left as it is"
printf 'saved: %s\n' "$backup"
k replace --filename "$work/new" || die 1 "could not replace ConfigMap $configmap (if it changed meanwhile, run this again)"
[[ -z $keeper ]] || sleep 8 # time enough for it to be set back
k get "configmap/$configmap" --output json >"$work/now" || die 1 "cannot read ConfigMap $configmap after the change"
rc=0
switch_off "$flag" "$work/now" "$work/new" "$work/saved" >/dev/null 2>&1 || rc=$?
((rc == 10)) || die 1 "flag $flag is not off after the change"
printf 'disabled: flag %s; restart flagd if it does not follow within two minutes\n' "$flag"
printf 'undo: kubectl replace --filename %q%s\n' "$backup" "${context:+ --context ${context@Q}}"
