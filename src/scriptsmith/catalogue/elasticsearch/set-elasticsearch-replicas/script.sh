#!/usr/bin/env bash
# Set how many replicas each shard of an Elasticsearch index has, and read it back.
#
# Undo: set the former number again, as it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-elasticsearch-replicas --index NAME --replicas N [--url URL] [--dry-run]

With no replica the data is lost with the disk of one node: a warning says so. More replicas than
other data nodes can never be assigned and leave the cluster yellow: refused. New copies are made
in the background. A name and password come from ~/.netrc, a private certificate authority from
CURL_CA_BUNDLE.

  --index NAME  exact name of the index
  --replicas N  number of replicas of each shard
  --url URL     address of the cluster (default http://localhost:9200)
  --dry-run     say what would be set, change nothing
  --help        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-elasticsearch-replicas: %s\n' "$2" >&2
  exit "$1"
}

index='' replicas='' url=http://localhost:9200 dry_run=false
while (($# > 0)); do
  case $1 in
    --index | --replicas | --url)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --index) index=$2 ;;
        --replicas) replicas=$2 ;;
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
[[ -n $replicas ]] || die 2 "--replicas is required (see --help)"
[[ -n $url ]] || die 2 "--url is required (see --help)"
[[ $index =~ ^[a-z0-9.][a-z0-9._+@-]{0,200}$ && $index != . && $index != .. ]] || die 2 "--index takes the exact name of one index, not '$index'"
[[ $replicas =~ ^[0-9]{1,2}$ ]] || die 2 "--replicas takes a whole number, not '$replicas'"
replicas=$((10#$replicas))
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

count() {
  local name copies row
  row=$(get "/_cat/indices/$index?h=index,status,rep&expand_wildcards=all") || return 1
  read -r name _ copies <<<"$row" || true
  [[ $name == "$index" && $copies =~ ^[0-9]+$ ]] || return 1
  printf '%s' "$copies"
}
before=$(count) || die 3 "no such index (an alias?), or no answer from the cluster at $url: $index"
if ((before == replicas)); then
  printf 'nothing to change: index %s has %d replicas already\n' "$index" "$replicas"
  exit 0
fi
nodes=$(get '/_cat/health?h=node.data') || die 1 "the data nodes cannot be counted"
nodes=${nodes//[[:space:]]/}
[[ $nodes =~ ^[0-9]+$ ]] || die 1 "the data nodes cannot be counted"
((replicas == 0 || replicas < nodes)) || die 3 "refused: with $nodes data nodes, $replicas replicas can never be assigned"
if ((replicas == 0)); then
  printf 'warning: without replicas the data of %s is lost with the disk of one node\n' "$index" >&2
fi
if $dry_run; then
  printf 'would set: index %s from %d to %d replicas\n' "$index" "$before" "$replicas"
  exit 0
fi

send "/$index/_settings" "{\"index\": {\"number_of_replicas\": $replicas}}" >/dev/null || die 1 "the number of replicas could not be set"
after=$(count) || die 1 "the index cannot be read after the change"
# With index.auto_expand_replicas the cluster sets the number by itself.
((after == replicas)) || die 1 "index $index has $after replicas after the change: does auto_expand_replicas govern it?"
printf 'set: index %s has %d replicas (before: %d)\n' "$index" "$replicas" "$before"
((replicas <= before)) || printf 'note: the new copies are made in the background, and nothing is safe by them before the index is green\n'
printf "undo: curl --netrc-optional --globoff --request PUT --header 'Content-Type: application/json' --data '{\"index\": {\"number_of_replicas\": %d}}' --url %s\n" "$before" "$url/$index/_settings"
