#!/usr/bin/env bash
# List the cluster tasks that wait for the elected master of an Elasticsearch cluster.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-elasticsearch-pending-tasks [--url URL] [--limit N]

A healthy master has an empty queue most of the time. Many mapping updates (put-mapping) or shard
starts that wait for minutes mean that it cannot keep up. The elected master is named too. A name
and password come from ~/.netrc, a private certificate authority from CURL_CA_BUNDLE.

  --url URL  address of the cluster (default http://localhost:9200)
  --limit N  how many tasks to list (default 30)
  --help     show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'list-elasticsearch-pending-tasks: %s\n' "$2" >&2
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

master=$(get '/_cat/master?h=ip,node') || die 1 "no answer from the cluster at $url, or it has no master"
table=$(get '/_cat/pending_tasks?h=insertOrder,timeInQueue,priority,source') || die 1 "the pending tasks could not be read"
read -r address node <<<"$master" || true
printf 'master: %s (%s)\n' "${node//[^[:print:]]/?}" "${address//[^[:print:]]/?}"

total=0
declare -A kinds=()
while read -r order waited priority source; do
  if [[ -z $order ]]; then continue; fi
  [[ $order =~ ^[0-9]+$ ]] || die 1 "what $url answers is not a list of tasks"
  total=$((total + 1))
  kind=${source%%[ \[(]*}
  kind=${kind:-unknown}
  kinds[$kind]=$((${kinds[$kind]:-0} + 1))
  ((total <= limit)) || continue
  source=${source//[^[:print:]]/?}
  printf '%10s  %-9s %s\n' "$waited" "$priority" "${source:0:160}"
done <<<"$table"
printf '%d tasks wait\n' "$total"
for kind in "${!kinds[@]}"; do printf 'kind %s: %d\n' "${kind//[^[:print:]]/?}" "${kinds[$kind]}"; done
