#!/usr/bin/env bash
# List the unassigned shards of an Elasticsearch cluster, and what the cluster says about each.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: explain-unassigned-shards [--url URL] [--limit N]

Print the unassigned shards, missing primaries first, with the reason that the cluster noted, and
count the reasons. For each that is listed the cluster explains what its nodes have against it. A
name and password come from ~/.netrc, a private certificate authority from CURL_CA_BUNDLE.

  --url URL  address of the cluster (default http://localhost:9200)
  --limit N  how many shards to list and explain (default 30)
  --help     show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'explain-unassigned-shards: %s\n' "$2" >&2
  exit "$1"
}

url=http://localhost:9200 limit=30
while (($# > 0)); do
  case $1 in
    --url | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --url) url=$2 ;;
        --limit) limit=$2 ;;
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

[[ -n $url ]] || die 2 "--url is required (see --help)"
[[ $limit =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as https://localhost:9200 without a password, not '$url'"
url=${url%/}
command -v curl >/dev/null || die 3 "curl is not installed"
get() { # PATH: what the cluster answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}
for tool in awk grep sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

table=$(get '/_cat/shards?h=state,prirep,index,shard,unassigned.reason,unassigned.for') || die 1 "no answer from the cluster at $url"
[[ -z $table || $table =~ (STARTED|UNASSIGNED|INITIALIZING|RELOCATING) ]] || die 1 "what $url answers is not a list of shards"
rows=$(LC_ALL=C awk '$1 == "UNASSIGNED" { print $2, $3, $4, ($5 == "" ? "unknown" : $5), ($6 == "" ? "unknown" : $6) }' <<<"$table" | LC_ALL=C sort -k1,1 -k2,2 -k3,3n)
if [[ -z $rows ]]; then
  printf 'no shard is unassigned\n'
  exit 0
fi

shown=0 total=0 primaries=0
declare -A reasons=()
while read -r kind index shard reason since; do
  total=$((total + 1))
  reasons[$reason]=$((${reasons[$reason]:-0} + 1))
  word=replica
  if [[ $kind == p ]]; then word=primary primaries=$((primaries + 1)); fi
  ((shown < limit)) || continue
  printf '%s of %s shard %s: %s, for %s\n' "$word" "${index//[^[:print:]]/?}" "$shard" "$reason" "$since"
  shown=$((shown + 1))
done <<<"$rows"
printf '%d unassigned shards, %d of them primaries\n' "$total" "$primaries"
for reason in "${!reasons[@]}"; do printf 'reason %s: %d\n' "$reason" "${reasons[$reason]}"; done

explain() { # INDEX SHARD PRIMARY: why the cluster does not allocate it; the question stands in the address
  local index=${1//%/%25}
  index=${index//+/%2B} index=${index//&/%26}
  get "/_cluster/allocation/explain?source_content_type=application/json&source=%7B%22index%22:%22$index%22,%22shard%22:$2,%22primary%22:$3%7D&filter_path=allocate_explanation,unassigned_info.details,node_allocation_decisions.deciders.explanation"
}
printf 'what the cluster says:\n'
explained=0 failed=0
declare -A asked=() said=()
while read -r kind index shard _; do
  [[ $shard =~ ^[0-9]+$ && $index =~ ^[^\"\\[:cntrl:]]+$ && -z ${asked[$kind $index $shard]:-} ]] || continue
  ((explained + failed < limit)) || break
  asked[$kind $index $shard]=yes
  primary=false word=replica
  if [[ $kind == p ]]; then primary=true word=primary; fi
  name="$word of ${index//[^[:print:]]/?} shard $shard"
  if ! why=$(explain "$index" "$shard" "$primary"); then
    printf '%s: not explained\n' "$name"
    failed=$((failed + 1))
    continue
  fi
  explained=$((explained + 1))
  text=$({ grep -oE '"(allocate_explanation|details|explanation)" ?: ?"([^"\\]|\\.)*"' <<<"$why" || true; } |
    LC_ALL=C awk '{ gsub(/[^ -~]/, "?"); if (!seen[$0]++) print "  " substr($0, 1, 500) }')
  if [[ -n ${said[$text.]:-} ]]; then
    printf '%s: the same as %s\n' "$name" "${said[$text.]}"
  else
    said[$text.]=$name
    printf '%s:\n%s\n' "$name" "${text:-  nothing}"
  fi
done <<<"$rows"
((failed == 0)) || die 1 "the cluster did not explain $failed of them (assigned meanwhile?)"
