#!/usr/bin/env bash
# Merge the segments of an Elasticsearch index that gets no more documents, and check the result.
#
# Undo: none and none needed: the documents stay the same.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: force-merge-elasticsearch-index --index NAME [--segments N] [--url URL] [--dry-run]

Merging reads and writes the whole index once: it needs free space of about its size for a time,
and cannot be stopped. It is refused when a node has not as much as its shards of the index take, and
a twentieth of its disk besides. An index that is still written to must not be merged like this (large
segments are never cleaned up again), so an alias that writes to it (also one of it alone), a
data stream whose last index it is, or writes while this looks, are a refusal. It may take an hour;
when this stops waiting, the merge goes on.
A name and password come from ~/.netrc, a private certificate authority from CURL_CA_BUNDLE.

  --index NAME  exact name of the index
  --segments N  number of segments each shard should have at most (default 1)
  --url URL     address of the cluster (default http://localhost:9200)
  --dry-run     show the segments, merge nothing
  --help        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'force-merge-elasticsearch-index: %s\n' "$2" >&2
  exit "$1"
}

index='' segments=1 url=http://localhost:9200 dry_run=false
while (($# > 0)); do
  case $1 in
    --index | --segments | --url)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --index) index=$2 ;;
        --segments) segments=$2 ;;
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

[[ -n $index ]] || die 2 "--index is required (see --help)"
[[ -n $url ]] || die 2 "--url is required (see --help)"
[[ $index =~ ^[a-z0-9.][a-z0-9._+@-]{0,200}$ && $index != . && $index != .. ]] || die 2 "--index takes the exact name of one index, not '$index'"
[[ $segments =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--segments takes a whole number above 0, not '$segments'"
segments=$((10#$segments))
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as https://localhost:9200 without a password, not '$url'"
url=${url%/}
command -v curl >/dev/null || die 3 "curl is not installed"
get() { # PATH: what the cluster answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}
for tool in awk grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

most() { # prints: the most segments of any shard copy, and all segments
  local table
  table=$(get "/_cat/segments/$index?h=index,shard,prirep,ip,segment") || return 1
  LC_ALL=C awk 'NF { n[$1 " " $2 " " $3 " " $4]++; all++ } END { for (k in n) if (n[k] > m) m = n[k]; print m + 0, all + 0 }' <<<"$table"
}
documents() { get "/_cat/indices/$index?h=index,status,docs.count,store.size&expand_wildcards=all"; }

row=$(documents) || die 3 "no such index, or no answer from the cluster at $url: $index"
read -r name state _ size <<<"$row" || true
[[ $name == "$index" ]] || die 3 "refused: $index is not the name of one index"
[[ $state == open ]] || die 3 "index $index is closed"
aliases=$(get '/_cat/aliases?h=alias,index,is_write_index') || die 1 "the aliases cannot be read"
declare -A leads=() mark=()
while read -r alias target writes; do
  [[ -n $alias ]] || continue
  leads[$alias]=$((${leads[$alias]:-0} + 1))
  if [[ $target == "$index" ]]; then mark[$alias]=$writes; fi
done <<<"$aliases"
for alias in "${!mark[@]}"; do
  shown=${alias//[^[:print:]]/?}
  [[ ${mark[$alias]} != true ]] || die 3 "refused: alias $shown writes to $index"
  # An alias of one index alone writes to it, unless that was forbidden.
  [[ ${mark[$alias]} == false ]] || ((${leads[$alias]} > 1)) || die 3 "refused: alias $shown leads to $index alone, so what is written to it goes there"
done
# A data stream writes to the last of its indices, without an alias; clusters before 7.9 have none.
if streams=$(get '/_data_stream?expand_wildcards=all&filter_path=data_streams.indices.index_name' 2>/dev/null); then
  while read -r members; do
    last=${members%\"*} last=${last##*\"}
    [[ $last != "$index" ]] || die 3 "refused: a data stream writes to $index (roll it over first)"
  done < <(printf '%s\n' "$streams" | grep -oE '\[[^][]*\]' || true)
elif [[ $index == .ds-* ]]; then
  die 3 "refused: $index is named as an index of a data stream, and the data streams cannot be read"
fi
counters() { # how many documents were ever indexed and deleted, as the nodes count it
  local counted
  counted=$(get "/_cat/indices/$index?h=indexing.index_total,indexing.delete_total&expand_wildcards=all") || return 1
  [[ $counted =~ ^\ *[0-9]+\ +[0-9]+\ *$ ]] || return 1
  printf '%s' "$counted"
}
shards=$(get "/_cat/shards/$index?h=prirep,state,store,node&bytes=b") || die 1 "the shards of $index cannot be read"
[[ ! $shards =~ (^|$'\n')\ *p\ +UNASSIGNED ]] || die 3 "a primary shard of $index is not assigned"
numbers=$(most) || die 1 "the segments of $index cannot be read"
read -r deepest all <<<"$numbers"
if ((deepest <= segments)); then
  printf 'nothing to merge: no shard of %s has more than %d segments\n' "$index" "$deepest"
  exit 0
fi
# To merge takes as much again for a time, and on a disk that is too full the cluster writes no more, to any index.
disks=$(get '/_cat/allocation?h=disk.avail,disk.total,node&bytes=b') || die 1 "the free space of the nodes cannot be read"
declare -A holds=() free=() size_of=()
while read -r _ state store node; do
  node=${node%% -> *}
  if [[ $store =~ ^[0-9]+$ && -n $node ]]; then holds[$node]=$((${holds[$node]:-0} + store)); fi
done <<<"$shards"
while read -r avail total node; do
  if [[ $avail =~ ^[0-9]+$ && $total =~ ^[0-9]+$ && -n $node ]]; then free[$node]=$avail size_of[$node]=$total; fi
done <<<"$disks"
for node in "${!holds[@]}"; do
  shown=${node//[^[:print:]]/?}
  [[ -n ${free[$node]:-} ]] || die 3 "refused: the free space of node $shown is not known"
  ((free[$node] - holds[$node] >= size_of[$node] / 20)) ||
    die 3 "refused: node $shown holds $((holds[$node] / 1048576)) MiB of $index, and its disk has $((free[$node] / 1048576)) MiB of $((size_of[$node] / 1048576)) free; a twentieth has to stay"
done
first=$(counters) || die 3 "refused: the cluster does not tell whether $index is being written to"
sleep 5
again=$(counters) || die 1 "the index cannot be read again"
[[ $again == "$first" ]] || die 3 "refused: $index is being written to (indexed and deleted: $first, then $again)"
if $dry_run; then
  printf 'would merge: index %s (%s) with %d segments, up to %d in a shard, to at most %d a shard\n' "$index" "$size" "$all" "$deepest" "$segments"
  exit 0
fi

rc=0
curl --silent --show-error --fail --netrc-optional --globoff --max-time 3600 --request POST \
  --url "$url/$index/_forcemerge?max_num_segments=$segments" >/dev/null || rc=$?
((rc != 28)) || die 1 "the merge takes more than an hour; it goes on, look at its segments later"
((rc == 0)) || die 1 "the merge of $index failed or was refused"
# Segments that were merged may be listed for some seconds more.
for ((try = 0; try < 6; try++)); do
  ((try == 0)) || sleep 5
  numbers=$(most) || die 1 "the segments of $index cannot be read after the merge"
  read -r now all_now <<<"$numbers"
  ((now > segments)) || break
done
((now <= segments)) || die 1 "a shard of $index still has $now segments after the merge"
printf 'merged: index %s from %d to %d segments\n' "$index" "$all" "$all_now"
