#!/usr/bin/env bash
# Merge the segments of an Elasticsearch index that gets no more documents, and check the result.
#
# Undo: none and none needed: the documents stay the same.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: force-merge-elasticsearch-index --index NAME [--segments N] [--url URL] [--dry-run]

Merging reads and writes the whole index once: it needs free space of about its size for a time,
and cannot be stopped. An index that is still written to must not be merged like this (large
segments are never cleaned up again), so an alias that writes to it, or documents that arrive
while this looks, are a refusal. It may take an hour; when this stops waiting, the merge goes on.
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
command -v awk >/dev/null || die 3 "awk is not installed"

most() { # prints: the most segments of any shard copy, and all segments
  local table
  table=$(get "/_cat/segments/$index?h=index,shard,prirep,ip,segment") || return 1
  LC_ALL=C awk 'NF { n[$1 " " $2 " " $3 " " $4]++; all++ } END { for (k in n) if (n[k] > m) m = n[k]; print m + 0, all + 0 }' <<<"$table"
}
documents() { get "/_cat/indices/$index?h=index,status,docs.count,store.size&expand_wildcards=all"; }

row=$(documents) || die 3 "no such index, or no answer from the cluster at $url: $index"
read -r name state count size <<<"$row" || true
[[ $name == "$index" ]] || die 3 "refused: $index is not the name of one index"
[[ $state == open ]] || die 3 "index $index is closed"
aliases=$(get '/_cat/aliases?h=alias,index,is_write_index') || die 1 "the aliases cannot be read"
while read -r alias target writes; do
  [[ $target != "$index" || $writes != true ]] || die 3 "refused: alias ${alias//[^[:print:]]/?} writes to $index"
done <<<"$aliases"
numbers=$(most) || die 1 "the segments of $index cannot be read"
read -r deepest all <<<"$numbers"
if ((deepest <= segments)); then
  printf 'nothing to merge: no shard of %s has more than %d segments\n' "$index" "$deepest"
  exit 0
fi
sleep 2
row=$(documents) || die 1 "the index cannot be read again"
read -r _ _ again _ <<<"$row" || true
[[ $again == "$count" ]] || die 3 "refused: $index is being written to (from $count to $again documents)"
if $dry_run; then
  printf 'would merge: index %s (%s) with %d segments, up to %d in a shard, to at most %d a shard\n' "$index" "$size" "$all" "$deepest" "$segments"
  exit 0
fi

rc=0
curl --silent --show-error --fail --netrc-optional --globoff --max-time 3600 --request POST \
  --url "$url/$index/_forcemerge?max_num_segments=$segments" >/dev/null || rc=$?
((rc != 28)) || die 1 "the merge takes more than an hour; it goes on, look at its segments later"
((rc == 0)) || die 1 "the merge of $index failed or was refused"
numbers=$(most) || die 1 "the segments of $index cannot be read after the merge"
read -r now all_now <<<"$numbers"
((now <= segments)) || die 1 "a shard of $index still has $now segments after the merge"
printf 'merged: index %s from %d to %d segments\n' "$index" "$all" "$all_now"
