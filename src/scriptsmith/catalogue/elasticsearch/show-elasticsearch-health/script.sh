#!/usr/bin/env bash
# Show the health of an Elasticsearch (or OpenSearch) cluster: status, nodes, shards, red or yellow indices.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-elasticsearch-health [--url URL]

Green: all shards are there. Yellow: some copies (replicas) are missing, no data is. Red: some
primary shards are missing. The indices of a red or yellow cluster that are so are listed. A name and
password come from ~/.netrc, a private certificate authority from CURL_CA_BUNDLE.

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
rc=0 # without --fail, which keeps to itself what the node says of an error
answer=$(curl --silent --show-error --netrc-optional --globoff --max-time 60 --write-out '\n%{http_code}' --url "$url/_cat/health?h=status,node.total,node.data,shards,relo,init,unassign,pending_tasks,active_shards_percent,cluster") || rc=$?
row=${answer%$'\n'*} code=${answer##*$'\n'}
case $rc:$code in
  0:200) ;;
  0:401 | 0:403) die 1 "$url wants a user who may see the health: name and password come from ~/.netrc (HTTP $code)" ;;
  0:503) die 1 "a node answers at $url, but the cluster does not: has it no elected master? (HTTP 503: ${row//[^[:print:]]/ })" ;;
  0:*) die 1 "what $url answers is not the health of a cluster (HTTP $code)" ;;
  35:*) die 1 "no answer by TLS from the cluster at $url: does it speak http:// only?" ;;
  52:* | 56:*) die 1 "the node at $url ends the connection: does it want https:// (the default since Elasticsearch 8)?" ;;
  60:*) die 1 "the certificate of $url is not trusted: CURL_CA_BUNDLE names a file with its authority (Elasticsearch keeps http_ca.crt beside its configuration, in certs)" ;;
  *) die 1 "no answer from the cluster at $url" ;;
esac
read -r state nodes data shards moving starting unassigned tasks percent cluster <<<"$row" || true
[[ $state =~ ^(green|yellow|red)$ && $unassigned =~ ^[0-9]+$ ]] || die 1 "what $url answers is not the health of a cluster"

printf 'cluster %s: %s\n' "${cluster//[^[:print:]]/?}" "$state"
printf 'nodes: %s, %s of them with data\n' "$nodes" "$data"
printf 'shards: %s active (%s), %s moving, %s starting, %s unassigned\n' "$shards" "$percent" "$moving" "$starting" "$unassigned"
printf 'tasks that wait for the master: %s\n' "$tasks"
if [[ $state != green ]]; then
  # Releases before 7.7 do not know the hidden indices, and refuse to be asked for them.
  indices=$(get "/_cat/indices?health=$state&h=index&s=index&expand_wildcards=all" 2>/dev/null) || indices=$(get "/_cat/indices?health=$state&h=index&s=index") || die 1 "the $state indices could not be listed"
  while read -r index; do
    [[ -z $index ]] || printf '%s index: %s\n' "$state" "${index//[^[:print:]]/?}"
  done <<<"$indices"
fi
printf 'red: some data cannot be reached; yellow: copies (replicas) are, no data; green: neither\n'
printf 'not looked at: whether searches are answered, and indices that a full disk made read-only\n'
