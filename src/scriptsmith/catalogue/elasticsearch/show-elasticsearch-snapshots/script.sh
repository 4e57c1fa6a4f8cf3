#!/usr/bin/env bash
# Show the latest snapshots of an Elasticsearch repository, and how old the last good one is.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-elasticsearch-snapshots --repository NAME [--url URL] [--limit N]

Print the latest snapshots with state (SUCCESS, PARTIAL, FAILED, IN_PROGRESS), start, duration and
failed shards, and the age of the last one that succeeded. A name and password come from ~/.netrc,
a private certificate authority from CURL_CA_BUNDLE.

  --repository NAME  snapshot repository
  --url URL          address of the cluster (default http://localhost:9200)
  --limit N          how many of the latest snapshots to show (default 10)
  --help             show this text

Exit status: 0 the last finished snapshot succeeded, 1 it did not, there is none, or it failed to
ask, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-elasticsearch-snapshots: %s\n' "$2" >&2
  exit "$1"
}

repository='' url=http://localhost:9200 limit=10
while (($# > 0)); do
  case $1 in
    --repository | --url | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --repository) repository=$2 ;;
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

[[ -n $repository ]] || die 2 "--repository is required (see --help)"
[[ -n $url ]] || die 2 "--url is required (see --help)"
[[ $repository =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$ ]] || die 2 "--repository takes the name of a snapshot repository, not '$repository'"
[[ $limit =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as https://localhost:9200 without a password, not '$url'"
url=${url%/}
command -v curl >/dev/null || die 3 "curl is not installed"
get() { # PATH: what the cluster answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}

repositories=$(get '/_cat/repositories?h=id') || die 1 "no answer from the cluster at $url"
known=false
while read -r name; do
  if [[ $name == "$repository" ]]; then known=true; fi
done <<<"$repositories"
$known || die 3 "no such snapshot repository: $repository"
table=$(get "/_cat/snapshots/$repository?h=status,start_epoch,duration,failed_shards,total_shards,id&s=start_epoch") ||
  die 1 "the snapshots of $repository could not be read"

rows=() last_state='' last_good=0
while read -r state start duration failed total id; do
  if [[ -z $state ]]; then continue; fi
  [[ $start =~ ^[0-9]+$ ]] || die 1 "what $url answers is not a list of snapshots"
  printf -v row '%-11s %(%Y-%m-%d %H:%M)T  %8s  %s of %s shards failed  %s' "$state" "$start" "$duration" "$failed" "$total" "${id//[^[:print:]]/?}"
  rows+=("$row")
  if [[ $state != IN_PROGRESS ]]; then last_state=$state; fi
  if [[ $state == SUCCESS ]]; then last_good=$start; fi
done <<<"$table"

first=$((${#rows[@]} - limit))
if ((first < 0)); then first=0; fi
for ((i = first; i < ${#rows[@]}; i++)); do printf '%s\n' "${rows[i]}"; done
printf '%d snapshots in repository %s\n' "${#rows[@]}" "$repository"
if ((last_good > 0)); then
  printf 'the last good snapshot was begun %d hours ago\n' "$((($(date +%s) - last_good) / 3600))"
fi
[[ -n $last_state ]] || die 1 "there is no finished snapshot"
[[ $last_state == SUCCESS ]] || die 1 "the last finished snapshot is $last_state"
