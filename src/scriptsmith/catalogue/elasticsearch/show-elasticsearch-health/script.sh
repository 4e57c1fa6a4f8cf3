#!/usr/bin/env bash
# Show the health of an Elasticsearch (or OpenSearch) cluster: status, nodes, shards, red indices.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-elasticsearch-health [--url URL]

Green: all shards are there. Yellow: some copies (replicas) are missing, no data is. Red: some
primary shards are missing; their indices are listed. A name and password come from ~/.netrc, a
private certificate authority from CURL_CA_BUNDLE.

  --url URL  address of the cluster (default http://localhost:9200)
  --help     show this text

Exit status: 0 done (whatever the status), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-elasticsearch-health: %s\n' "$2" >&2
  exit "$1"
}

url=http://localhost:9200
while (($# > 0)); do
  case $1 in
    --url)
      (($# >= 2)) || die 2 "$1 needs a value"
      url=$2
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
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as https://localhost:9200 without a password, not '$url'"
url=${url%/}
command -v curl >/dev/null || die 3 "curl is not installed"
get() { # PATH: what the cluster answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}
row=$(get '/_cat/health?h=status,node.total,node.data,shards,relo,init,unassign,pending_tasks,active_shards_percent,cluster') ||
  die 1 "no answer from the cluster at $url"
read -r state nodes data shards moving starting unassigned tasks percent cluster <<<"$row" || true
[[ $state =~ ^(green|yellow|red)$ && $unassigned =~ ^[0-9]+$ ]] || die 1 "what $url answers is not the health of a cluster"

printf 'cluster %s: %s\n' "${cluster//[^[:print:]]/?}" "$state"
printf 'nodes: %s, %s of them with data\n' "$nodes" "$data"
printf 'shards: %s active (%s), %s moving, %s starting, %s unassigned\n' "$shards" "$percent" "$moving" "$starting" "$unassigned"
printf 'tasks that wait for the master: %s\n' "$tasks"
if [[ $state == red ]]; then
  indices=$(get '/_cat/indices?health=red&h=index&s=index&expand_wildcards=all') || die 1 "the red indices could not be listed"
  while read -r index; do
    [[ -z $index ]] || printf 'red index: %s\n' "${index//[^[:print:]]/?}"
  done <<<"$indices"
fi
