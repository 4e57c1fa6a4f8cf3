#!/usr/bin/env bash
# List the indices of an Elasticsearch cluster by size, with health, shards and documents.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-elasticsearch-indices [--url URL] [--limit N]

Sizes are in megabytes with all replicas. Closed indices have no known size and come last. Hidden
indices are included. A name and password come from ~/.netrc, a private certificate authority from
CURL_CA_BUNDLE.

  --url URL  address of the cluster (default http://localhost:9200)
  --limit N  how many indices to show (default 20)
  --help     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-elasticsearch-indices: %s\n' "$2" >&2
  exit "$1"
}

url=http://localhost:9200 limit=20
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
for tool in awk sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

table=$(get '/_cat/indices?h=index,status,pri,rep,health,docs.count,store.size&bytes=mb&expand_wildcards=all') || die 1 "no answer from the cluster at $url"
[[ -z $table || $table =~ (^|$'\n')[^[:space:]]+\ +(open|close)\  ]] || die 1 "what $url answers is not a list of indices"

printf '%s\n' "$table" | LC_ALL=C awk '
  NF >= 4 && ($2 == "open" || $2 == "close") {
    gsub(/[^ -~]/, "?")
    known = NF >= 7
    print (known ? $7 : -1), (known ? $6 : "-"), $3, $4, ($2 == "close" ? "closed" : (NF >= 5 ? $5 : "-")), $1
  }' | LC_ALL=C sort -k1,1nr -k6,6 | LC_ALL=C awk -v top="$limit" '
  NR == 1 { printf "%10s %12s %5s %5s  %-7s %s\n", "MBYTES", "DOCUMENTS", "PRI", "REP", "HEALTH", "INDEX" }
  { if ($1 > 0) total += $1 }
  NR <= top { printf "%10s %12s %5s %5s  %-7s %s\n", ($1 < 0 ? "-" : $1), $2, $3, $4, $5, $6 }
  END { printf "%d of %d indices shown, %d MB in all\n", (NR < top ? NR : top), NR, total }'
