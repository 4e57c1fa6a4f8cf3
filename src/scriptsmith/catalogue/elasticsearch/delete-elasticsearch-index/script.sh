#!/usr/bin/env bash
# Delete one Elasticsearch index, by its exact name, and check that it is gone.
#
# Undo: none, only a snapshot brings the documents back. Look at --dry-run first.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: delete-elasticsearch-index --index NAME [--url URL] [--dry-run]

Refused are patterns, aliases, hidden and system indices (names that begin with a dot, such as
those of data streams), an index that an alias writes to (also the only index of an alias), and an
index that is being written to right now (its write counters are read twice, some seconds apart; a red
index without any shard has none, and takes no writes). Size and documents are printed
before. A name and password come from ~/.netrc, a private certificate authority from
CURL_CA_BUNDLE.

  --index NAME  exact name of the index
  --url URL     address of the cluster (default http://localhost:9200)
  --dry-run     show what would be deleted, change nothing
  --help        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'delete-elasticsearch-index: %s\n' "$2" >&2
  exit "$1"
}

index='' url=http://localhost:9200 dry_run=false
while (($# > 0)); do
  case $1 in
    --index | --url)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --index) index=$2 ;;
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
[[ $index =~ ^[a-z0-9][a-z0-9._+@-]{0,200}$ ]] || die 2 "--index takes the exact name of one index, without patterns or a leading dot, not '$index'"
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as https://localhost:9200 without a password, not '$url'"
url=${url%/}
command -v curl >/dev/null || die 3 "curl is not installed"
get() { # PATH: what the cluster answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}

look() { get "/_cat/indices/$index?h=index,status,docs.count,store.size&expand_wildcards=all"; }
row=$(look) || die 3 "no such index, or no answer from the cluster at $url: $index"
read -r name state documents size rest <<<"$row" || true
[[ -n $name && $row != *$'\n'* && -z ${rest:-} ]] || die 3 "$index does not stand for exactly one index"
[[ $name == "$index" ]] || die 3 "refused: $index is an alias of the index $name"

aliases=$(get '/_cat/aliases?h=alias,index,is_write_index') || die 1 "the aliases cannot be read"
declare -A leads=() mark=()
while read -r alias target writes; do
  [[ -n $alias ]] || continue
  leads[$alias]=$((${leads[$alias]:-0} + 1))
  if [[ $target == "$index" ]]; then mark[$alias]=$writes; fi
done <<<"$aliases"
for alias in "${!mark[@]}"; do
  shown=${alias//[^[:print:]]/?}
  if [[ -z ${mark[$alias]} ]]; then # Elasticsearch before 7.4 has no such column
    own=$(get "/$index/_alias") || die 1 "the aliases cannot be read"
    [[ ${own//[[:space:]]/} != *'"is_write_index":true'* ]] || mark[$alias]=true
  fi
  [[ ${mark[$alias]} != true ]] || die 3 "refused: alias $shown writes to $index"
  # An alias of one index alone writes to it, unless that was forbidden.
  [[ ${mark[$alias]} == false ]] || ((${leads[$alias]} > 1)) || die 3 "refused: alias $shown leads to $index alone, so what is written to it goes there"
  printf 'note: the alias %s leads to it too\n' "$shown"
done
counters() { # how many documents were ever indexed and deleted, as the nodes count it; nothing where no shard is up
  local counted
  counted=$(get "/_cat/indices/$index?h=indexing.index_total,indexing.delete_total&expand_wildcards=all") || return 1
  [[ $counted =~ ^\ *([0-9]+\ +[0-9]+\ *)?$ ]] || return 1
  printf '%s' "$counted"
}
if [[ $state == open ]]; then
  first=$(counters) || die 3 "refused: the cluster does not tell whether $index is being written to"
  if [[ -z ${first// /} ]]; then
    health=$(get "/_cat/indices/$index?h=health&expand_wildcards=all") || health=''
    [[ ${health//[[:space:]]/} == red ]] || die 3 "refused: the cluster does not tell whether $index is being written to"
    printf 'note: no shard of it is available (red), so nothing can be written to it\n'
  else
    sleep 5
    again=$(counters) || die 1 "the index cannot be read again"
    [[ $again == "$first" ]] || die 3 "refused: $index is being written to (indexed and deleted: $first, then $again)"
  fi
fi
if $dry_run; then
  printf 'would delete: index %s (%s, %s documents, %s)\n' "$index" "$state" "${documents:-unknown}" "${size:-unknown size}"
  exit 0
fi

curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --request DELETE --url "$url/$index" >/dev/null ||
  die 1 "could not delete index $index (where the cluster was only slow it may still go: look again before the next try)"
# All names are asked for, since asking for one that is gone is an error like any other.
left=$(get '/_cat/indices?h=index&expand_wildcards=all') || die 1 "the indices cannot be listed after the deletion"
while read -r name; do
  [[ $name != "$index" ]] || die 1 "index $index is still there"
done <<<"$left"
printf 'deleted: index %s (%s documents, %s)\n' "$index" "${documents:-unknown}" "${size:-unknown size}"
