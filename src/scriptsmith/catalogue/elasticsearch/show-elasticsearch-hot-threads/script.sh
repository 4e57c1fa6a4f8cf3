#!/usr/bin/env bash
# Show the busiest threads of one or all nodes of an Elasticsearch cluster, with their stacks.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-elasticsearch-hot-threads [--node NAME] [--url URL] [--threads N]

Each node samples its threads for half a second and gives the stacks of the busiest. A summary of
the share of CPU comes first, and names the nodes that gave no answer. Garbage collection runs in
threads of the JVM that are never among these. A name and password come from ~/.netrc, a private certificate
authority from CURL_CA_BUNDLE.

  --node NAME  name of one node, or _all (default _all)
  --url URL    address of the cluster (default http://localhost:9200)
  --threads N  how many threads of each node (default 3)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-elasticsearch-hot-threads: %s\n' "$2" >&2
  exit "$1"
}

node=_all url=http://localhost:9200 threads=3
while (($# > 0)); do
  case $1 in
    --node | --url | --threads)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --node) node=$2 ;;
        --url) url=$2 ;;
        --threads) threads=$2 ;;
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

[[ -n $node ]] || die 2 "--node is required (see --help)"
[[ -n $url ]] || die 2 "--url is required (see --help)"
[[ $node =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,200}$ ]] || die 2 "--node takes the name of a node, not '$node'"
[[ $threads =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--threads takes a whole number above 0, not '$threads'"
threads=$((10#$threads))
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as https://localhost:9200 without a password, not '$url'"
url=${url%/}
command -v curl >/dev/null || die 3 "curl is not installed"
get() { # PATH: what the cluster answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}

text=$(get "/_nodes/$node/hot_threads?threads=$threads") || die 1 "no answer from the cluster at $url"
# A name that fits no node gives an empty answer, not an error.
[[ -n $text ]] || die 3 "no such node: $node"
[[ $text == *':::'* ]] || die 1 "what $url answers are no hot threads"

# Who does not answer in time, which a busy node may not, is left out of the answer without a word.
missing=() listed=true members=''
if [[ $node == _all ]]; then
  members=$(get '/_cat/nodes?h=name') || listed=false
  while read -r name; do
    [[ -z $name || $text == *":::"*"{$name}"* ]] || missing+=("$name")
  done <<<"$members"
fi

nodes=0
printf 'summary:\n'
while IFS= read -r line; do
  line=${line//[^[:print:]]/ }
  case $line in
    ':::'*)
      nodes=$((nodes + 1))
      name=${line#*\{}
      printf 'node %s\n' "${name%%\}*}"
      ;;
    *'% '*'cpu usage by thread'* | *'% [cpu='*) printf '%s\n' "$line" ;;
  esac
done <<<"$text"
for name in ${missing[@]+"${missing[@]}"}; do printf 'NO ANSWER from node %s\n' "${name//[^[:print:]]/?}"; done
printf '%d nodes\n\nstacks (threads of garbage collection are never among these):\n' "$nodes"
while IFS= read -r line; do printf '%s\n' "${line//[^[:print:]]/ }"; done <<<"$text"
$listed || die 1 "the nodes of the cluster cannot be listed: which of them gave no answer is not known"
