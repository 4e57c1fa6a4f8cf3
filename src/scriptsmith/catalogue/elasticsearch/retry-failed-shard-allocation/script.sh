#!/usr/bin/env bash
# Tell an Elasticsearch cluster to try again the shards whose allocation failed too often, and wait.
#
# Undo: nothing to undo: a shard that fails again stays unassigned as before.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: retry-failed-shard-allocation [--url URL] [--timeout N] [--dry-run]

After five failures in a row the cluster leaves a shard unassigned until it is told to try again.
Fix the cause first (full disk, missing file, corrupt copy). No data is given up by this. Listed and
waited for is every shard that is unassigned because its allocation failed, also after fewer
failures. A name and password come from ~/.netrc, a private certificate authority from
CURL_CA_BUNDLE.

  --url URL    address of the cluster (default http://localhost:9200)
  --timeout N  wait this long for the shards to start, in seconds (default 60)
  --dry-run    say which shards would be tried again, change nothing
  --help       show this text

Exit status: 0 these shards have started (or there are none), 1 some have not, or it failed, 2 wrong
usage, 3 a precondition fails.
EOF
}

die() {
  printf 'retry-failed-shard-allocation: %s\n' "$2" >&2
  exit "$1"
}

url=http://localhost:9200 timeout=60 dry_run=false
while (($# > 0)); do
  case $1 in
    --url | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --url) url=$2 ;;
        --timeout) timeout=$2 ;;
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
[[ $timeout =~ ^[0-9]{1,4}$ ]] || die 2 "--timeout takes a whole number, not '$timeout'"
timeout=$((10#$timeout))
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
for tool in awk sort tr; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
export LC_ALL=C

shards() { # every copy: p or r, index, number, state, why it was unassigned
  get '/_cat/shards?h=prirep,index,shard,state,unassigned.reason' | tr -c '[:print:]\n' '?'
}
name='function name(kind, index_, shard) { return (kind == "p" ? "primary" : "replica") " of " index_ " shard " shard }'

table=$(shards) || die 1 "no answer from the cluster at $url"
before=$(awk "$name"' $4 == "UNASSIGNED" && $5 == "ALLOCATION_FAILED" { print name($1, $2, $3) }' <<<"$table" | sort -u)
# Other copies of the same shard may wait for a node that has left, and are not waited for.
others=$(awk "$name"' $4 != "STARTED" && $4 != "RELOCATING" && $5 != "ALLOCATION_FAILED" { print name($1, $2, $3) }' <<<"$table")
# A retry sets the reason to MANUAL_ALLOCATION and the count of failures to 0.
tried=$(awk "$name"' $4 == "UNASSIGNED" && $5 == "MANUAL_ALLOCATION" { print name($1, $2, $3) }' <<<"$table" | sort -u)
if [[ -n $tried ]]; then
  while read -r line; do printf 'unassigned since an earlier retry: %s\n' "$line"; done <<<"$tried"
fi
if [[ -z $before ]]; then
  [[ -z $tried ]] || die 1 "another retry would change nothing: ask the cluster to explain the allocation"
  printf 'nothing to retry: no shard is unassigned because its allocation failed\n'
  exit 0
fi
if $dry_run; then
  while read -r line; do printf 'would retry: %s\n' "$line"; done <<<"$before"
  exit 0
fi
while read -r line; do printf 'retry: %s\n' "$line"; done <<<"$before"

# Whether the shards of the list have started is all that counts: their reason is not the same any more.
waiting() {
  table=$(shards) || return 1
  awk "$name"' NR == FNR { if (sub(/^want /, "")) want[$0] = 1; else if (sub(/^other /, "")) other[$0]++; next }
    { this = name($1, $2, $3) }
    this in want { seen[this] = 1 }
    this in want && $4 != "STARTED" && $4 != "RELOCATING" {
      if ($5 == "ALLOCATION_FAILED" || $5 == "MANUAL_ALLOCATION") failed[this] = 1; else rest[this]++
      text[this] = text[this] this ", " tolower($4) ($5 == "" ? "" : " (" $5 ")") "\n"
    }
    END {
      for (this in want)
        if (!(this in seen)) print this ", not there any more"
        else if (failed[this] || rest[this] > other[this]) printf "%s", text[this]
    }' <(awk '{ print "want " $0 }' <<<"$before" && awk 'NF > 0 { print "other " $0 }' <<<"$others") - <<<"$table"
}
answer=$(send '/_cluster/reroute?retry_failed=true&filter_path=acknowledged' '{}') || die 1 "the cluster refused to retry"
[[ $answer =~ \"acknowledged\"\ ?:\ ?true ]] || die 1 "the cluster did not acknowledge the retry"
for ((second = 0; second <= timeout; second += 5)); do
  ((second == 0)) || sleep 5
  after=$(waiting) || die 1 "the shards cannot be read after the retry"
  if [[ -z $after ]]; then
    printf 'done: all of these shards have started\n'
    exit 0
  fi
done
while read -r line; do printf 'not started: %s\n' "$line" >&2; done <<<"$after"
die 1 "some shards failed again, or are still being started: ask the cluster to explain why, or wait longer"
