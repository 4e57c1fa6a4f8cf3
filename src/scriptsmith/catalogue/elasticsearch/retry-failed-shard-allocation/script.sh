#!/usr/bin/env bash
# Tell an Elasticsearch cluster to try again the shards whose allocation failed too often, and wait.
#
# Undo: nothing to undo: a shard that fails again stays unassigned as before.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: retry-failed-shard-allocation [--url URL] [--wait N] [--dry-run]

After five failures in a row the cluster leaves a shard unassigned until it is told to try again.
Fix the cause first (full disk, missing file, corrupt copy). No data is given up by this. A name
and password come from ~/.netrc, a private certificate authority from CURL_CA_BUNDLE.

  --url URL  address of the cluster (default http://localhost:9200)
  --wait N   wait this long for the shards to be assigned, in seconds (default 60)
  --dry-run  say which shards would be tried again, change nothing
  --help     show this text

Exit status: 0 none is left unassigned because of failures, 1 some are or it failed, 2 wrong
usage, 3 a precondition fails.
EOF
}

die() {
  printf 'retry-failed-shard-allocation: %s\n' "$2" >&2
  exit "$1"
}

url=http://localhost:9200 wait=60 dry_run=false
while (($# > 0)); do
  case $1 in
    --url | --wait)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --url) url=$2 ;;
        --wait) wait=$2 ;;
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

[[ -n $url ]] || die 2 "--url is required (see --help)"
[[ $wait =~ ^[0-9]{1,4}$ ]] || die 2 "--wait takes a whole number, not '$wait'"
wait=$((10#$wait))
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as https://localhost:9200 without a password, not '$url'"
url=${url%/}
command -v curl >/dev/null || die 3 "curl is not installed"
get() { # PATH: what the cluster answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}
send() { # PATH JSON: asks for a change; prints the answer
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --request POST \
    --header 'Content-Type: application/json' --data "$2" --url "$url$1"
}
command -v awk >/dev/null || die 3 "awk is not installed"

failed() { # STATES: the shards in one of the states (UNASSIGNED|INITIALIZING) whose allocation failed before
  local table
  table=$(get '/_cat/shards?h=state,unassigned.reason,prirep,index,shard') || return 1
  LC_ALL=C awk -v states="^($1)$" '$1 ~ states && $2 == "ALLOCATION_FAILED" { gsub(/[^ -~]/, "?"); print ($3 == "p" ? "primary" : "replica") " of " $4 " shard " $5 ($1 == "INITIALIZING" ? ", starting" : "") }' <<<"$table"
}

before=$(failed UNASSIGNED) || die 1 "no answer from the cluster at $url"
if [[ -z $before ]]; then
  printf 'nothing to retry: no shard is unassigned because its allocation failed\n'
  exit 0
fi
if $dry_run; then
  while read -r line; do printf 'would retry: %s\n' "$line"; done <<<"$before"
  exit 0
fi
while read -r line; do printf 'retry: %s\n' "$line"; done <<<"$before"

answer=$(send '/_cluster/reroute?retry_failed=true&filter_path=acknowledged' '{}') || die 1 "the cluster refused to retry"
[[ $answer =~ \"acknowledged\"\ ?:\ ?true ]] || die 1 "the cluster did not acknowledge the retry"
for ((second = 0; second <= wait; second += 5)); do
  ((second == 0)) || sleep 5
  # A shard that is being started may fail again: only one that has started is done.
  after=$(failed 'UNASSIGNED|INITIALIZING') || die 1 "the shards cannot be read after the retry"
  if [[ -z $after ]]; then
    printf 'done: the shards have started, none is unassigned because of failures any more\n'
    exit 0
  fi
done
while read -r line; do printf 'not started: %s\n' "$line" >&2; done <<<"$after"
die 1 "some shards failed again, or are still being started: ask the cluster to explain why, or wait longer"
