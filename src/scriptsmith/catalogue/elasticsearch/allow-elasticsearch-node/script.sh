#!/usr/bin/env bash
# Take an Elasticsearch node out of the names that are excluded from shard allocation.
#
# Undo: exclude the node again, as it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: allow-elasticsearch-node --node NAME [--url URL] [--dry-run]

Only this name is taken from cluster.routing.allocation.exclude._name; others stay excluded. Shards move
to the node in the background. Other settings of the cluster that may keep shards away (an exclusion by
address, one by a pattern, a filter of another kind, allocation or rebalancing switched off) are told, and
a node that is not excluded by its name while there are such is refused: change these by hand. Settings of
single indices, full disks and nodes that are registered for shutdown are not looked at. A name and
password come from ~/.netrc, a private certificate authority from CURL_CA_BUNDLE.

  --node NAME  name of the node
  --url URL    address of the cluster (default http://localhost:9200)
  --dry-run    say what would be set, change nothing
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'allow-elasticsearch-node: %s\n' "$2" >&2
  exit "$1"
}

node='' url=http://localhost:9200 dry_run=false
while (($# > 0)); do
  case $1 in
    --node | --url)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --node) node=$2 ;;
        --url) url=$2 ;;
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

[[ -n $node ]] || die 2 "--node is required (see --help)"
[[ -n $url ]] || die 2 "--url is required (see --help)"
[[ $node =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,200}$ && $node != _all ]] || die 2 "--node takes the name of one node, not '$node'"
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as https://localhost:9200 without a password, not '$url'"
url=${url%/}
command -v curl >/dev/null || die 3 "curl is not installed"
get() { # PATH: what the cluster answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}
send() { # PATH JSON: asks for a change; prints the answer
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --request PUT \
    --header 'Content-Type: application/json' --data "$2" --url "$url$1"
}
for tool in grep tr; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

key=cluster.routing.allocation.exclude._name
settings() { # the settings of the cluster, flat
  local answer
  answer=$(get '/_cluster/settings?flat_settings=true') || return 1
  [[ $answer == '{'* ]] || return 1
  if [[ $answer == *'"transient"'* && ${answer##*\"transient\"} == *"\"$key\""* ]]; then
    printf '%s\n' "a transient setting excludes nodes and wins: clear it by hand" >&2
    return 1
  fi
  printf '%s\n' "$answer"
}
excluded() { # SETTINGS: the excluded names as the cluster holds them: a,b
  local found
  [[ $1 == *"\"$key\""* ]] || return 0
  found=$(grep -oE "\"$key\" ?: ?\"[^\"]*\"" <<<"$1") || return 1
  grep -oE '[^"]*"$' <<<"$found" | tr -d '" '
}
others() { # SETTINGS: what else may keep shards away
  local found
  found=$(grep -oE '"cluster\.routing\.(allocation\.((exclude|include|require)\.[^"]+|enable)|rebalance\.enable)" ?: ?("[^"]+"|\[[^]]*\])' <<<"$1") || return 0
  grep -vE "^\"($key\"|cluster\.routing\.(allocation|rebalance)\.enable\" ?: ?\"all\")" <<<"$found" | tr -c '[:print:]' ' ' || true
}

before=$(settings) || die 3 "no answer from the cluster at $url, or its settings cannot be used"
also=$(others "$before")
before=$(excluded "$before") || die 3 "the excluded names cannot be read"
IFS=, read -r -a names <<<"$before"
wanted='' pattern=''
for name in ${names[@]+"${names[@]}"}; do
  [[ $name =~ ^[A-Za-z0-9_.*-]+$ ]] || die 3 "the excluded names cannot be written back safely: ${before//[^[:print:]]/?}"
  if [[ $name != "$node" ]]; then wanted+=${wanted:+,}$name; fi
  # shellcheck disable=SC2053  # a pattern of names, in which only * means more than itself
  if [[ $name == *'*'* && $node == $name ]]; then pattern=$name; fi
done
[[ -z $pattern ]] || die 3 "the excluded names hold a pattern ($pattern) that fits $node: change it by hand"
if [[ ",$before," != *",$node,"* ]]; then
  [[ -z $also ]] || die 3 "$node is not excluded by its name (excluded: ${before:-none}), but other settings may keep shards away: $also"
  nodes=$(get '/_cat/nodes?h=name' | tr -d ' ') || die 3 "the nodes of the cluster cannot be listed"
  grep -qxF -- "$node" <<<"$nodes" || die 3 "$node is not excluded, and no node of the cluster has that name (there are: ${nodes//[^[:graph:]]/ })"
  printf 'nothing to change: %s is not excluded by its name (excluded: %s)\n' "$node" "${before:-none}"
  exit 0
fi
if $dry_run; then
  printf 'would allow: %s (excluded names then: %s)\n' "$node" "${wanted:-none}"
  exit 0
fi

value=null
if [[ -n $wanted ]]; then value="\"$wanted\""; fi
send /_cluster/settings "{\"persistent\": {\"$key\": $value}}" >/dev/null || die 1 "the setting could not be changed"
after=$(settings) || die 1 "the settings cannot be read after the change"
also=$(others "$after")
after=$(excluded "$after") || die 1 "the excluded names cannot be read after the change"
[[ $after == "$wanted" ]] || die 1 "the excluded names are '$after' after the change, not '$wanted'"
[[ -z $also ]] || printf 'warning: other settings may still keep shards away: %s\n' "$also" >&2
printf 'allowed: %s is not excluded by its name any more (still excluded: %s)\n' "$node" "${wanted:-none}"
former=null
if [[ -n $before ]]; then former="\"$before\""; fi
former="{\"persistent\": {\"$key\": $former}}"
printf "undo: curl --netrc-optional --globoff --request PUT --header 'Content-Type: application/json' --data %s --url %s\n" "${former@Q}" "$url/_cluster/settings"
