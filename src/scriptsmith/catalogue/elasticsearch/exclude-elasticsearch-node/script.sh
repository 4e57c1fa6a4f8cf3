#!/usr/bin/env bash
# Exclude an Elasticsearch node from shard allocation, so that its shards move to the others.
#
# Undo: take the name out of cluster.routing.allocation.exclude._name again, as it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: exclude-elasticsearch-node --node NAME [--url URL] [--dry-run]

The node is added to the excluded names, which stay. Shards move in the background; the number
that is left is printed, run it again to see it fall. Shards stay where no other node may take
them (disk, replicas, other rules), and that none is moving is told. Refused: the last data node that is not excluded by
its name; patterns and addresses that exclude others are not reckoned with. A name and
password come from ~/.netrc, a private certificate authority from CURL_CA_BUNDLE.

  --node NAME  name of the node
  --url URL    address of the cluster (default http://localhost:9200)
  --dry-run    say what would be set, change nothing
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'exclude-elasticsearch-node: %s\n' "$2" >&2
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
command -v grep >/dev/null || die 3 "grep is not installed"

key=cluster.routing.allocation.exclude._name
excluded() { # the excluded names as the cluster holds them: a,b
  local answer
  answer=$(get '/_cluster/settings?flat_settings=true') || return 1
  [[ $answer == '{'* ]] || return 1
  if [[ $answer == *'"transient"'* && ${answer##*\"transient\"} == *"\"$key\""* ]]; then
    printf '%s\n' "a transient setting excludes nodes and wins: clear it by hand" >&2
    return 1
  fi
  # A text, or a list of texts.
  answer=$(grep -oE "\"$key\" ?: ?(\"[^\"]*\"|\[[^]]*\])" <<<"$answer") || return 0
  answer=${answer#*:}
  printf '%s\n' "${answer//[][\" ]/}"
}

table=$(get '/_cat/allocation?h=shards,node') || die 1 "no answer from the cluster at $url"
before=$(excluded) || die 3 "the settings of the cluster cannot be used"
found=false left=0 others=0
# A row UNASSIGNED, which is no node, counts the shards that have none.
while read -r shards name; do
  [[ $name != UNASSIGNED ]] || continue
  if [[ $name == "$node" ]]; then
    found=true left=$shards
  elif [[ -n $name && ",$before," != *",$name,"* ]]; then
    others=$((others + 1))
  fi
done <<<"$table"
$found || die 3 "no such data node: $node"

moving() { # tells whether shards move at all
  [[ $left != 0 ]] || return 0
  local moving
  moving=$(get '/_cat/health?h=relo') || moving=''
  moving=${moving//[[:space:]]/}
  if [[ $moving == 0 ]]; then
    printf 'warning: NO shard is moving: no other node may take these (fewer nodes than copies, disks above the watermark, tiers), or cluster.routing.allocation.enable forbids it; _cluster/allocation/explain tells\n' >&2
  else
    printf '%s shards of the cluster are moving now; run this again until none is left on %s\n' "${moving:-an unknown number of}" "$node"
  fi
}

if [[ ",$before," == *",$node,"* ]]; then
  printf 'excluded already: %s, %s shards are left on it\n' "$node" "$left"
  moving
  exit 0
fi
((others > 0)) || die 3 "refused: $node is the last data node that may hold shards"
wanted=${before:+$before,}$node
if $dry_run; then
  printf 'would exclude: %s with %s shards (excluded names then: %s)\n' "$node" "$left" "$wanted"
  exit 0
fi

send /_cluster/settings "{\"persistent\": {\"$key\": \"$wanted\"}}" >/dev/null || die 1 "the setting could not be changed"
after=$(excluded) || die 1 "the settings cannot be read after the change"
[[ $after == "$wanted" ]] || die 1 "the excluded names are '$after' after the change, not '$wanted'"
printf 'excluded: %s; %s shards are to move, %d other nodes may take them (excluded before: %s)\n' "$node" "$left" "$others" "${before:-none}"
former=null
if [[ -n $before ]]; then former="\"$before\""; fi
former="{\"persistent\": {\"$key\": $former}}"
sleep 5 # the new places are worked out in the background
moving
printf "undo: curl --netrc-optional --globoff --request PUT --header 'Content-Type: application/json' --data %s --url %s\n" "${former@Q}" "$url/_cluster/settings"
