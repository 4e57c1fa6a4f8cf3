#!/usr/bin/env bash
# List the nodes of an Elasticsearch cluster with master, roles, heap, CPU and load.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-elasticsearch-nodes [--url URL] [--percent N]

The elected master is marked with a star. A node that gives no figures, as one that hangs, is told as
that, and is a failure. A heap that stays above 85 % after a while means long
garbage collections and tripped circuit breakers; one sample says little. A name and password come
from ~/.netrc, a private certificate authority from CURL_CA_BUNDLE.

  --url URL    address of the cluster (default http://localhost:9200)
  --percent N  mark nodes that use more of their heap than this percentage (default 85)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-elasticsearch-nodes: %s\n' "$2" >&2
  exit "$1"
}

url=http://localhost:9200 percent=85
while (($# > 0)); do
  case $1 in
    --url | --percent)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --url) url=$2 ;;
        --percent) percent=$2 ;;
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
[[ $percent =~ ^[0-9]{1,3}$ ]] || die 2 "--percent takes a whole number, not '$percent'"
percent=$((10#$percent))
((percent <= 100)) || die 2 "--percent takes a percentage, not '$percent'"
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as https://localhost:9200 without a password, not '$url'"
url=${url%/}
command -v curl >/dev/null || die 3 "curl is not installed"
get() { # PATH: what the cluster answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}

# The name comes last, since it may hold spaces.
table=$(get '/_cat/nodes?h=master,node.role,heap.percent,ram.percent,cpu,load_1m,uptime,version,ip,name&s=name') || die 1 "no answer from the cluster at $url"
nodes=0 marked=0 masters=0 mute=0
while read -r master role heap ram cpu load uptime version ip name; do
  [[ $master =~ ^[*-]$ ]] || continue
  nodes=$((nodes + 1))
  if [[ $master == '*' ]]; then masters=$((masters + 1)); fi
  # Columns without a figure are blank, so that the others stand elsewhere.
  if [[ ! $heap =~ ^[0-9]+$ || ! $ram =~ ^[0-9]+$ || -z $name ]]; then
    row="$master $role $heap $ram $cpu $load $uptime $version $ip $name"
    printf 'NO FIGURES of a node: %s\n' "${row//[^[:print:]]/?}"
    mute=$((mute + 1))
    continue
  fi
  note=''
  if ((heap > percent)); then note='  HEAP' marked=$((marked + 1)); fi
  row="$master $name ($ip, $version, up $uptime, roles $role)"
  printf '%s: heap %s %%, memory %s %%, CPU %s %%, load %s%s\n' "${row//[^[:print:]]/?}" "$heap" "$ram" "$cpu" "$load" "$note"
done <<<"$table"
((nodes > 0)) || die 1 "what $url answers names no node"
printf '%d nodes, %d with more than %d %% of their heap in use\n' "$nodes" "$marked" "$percent"
((mute == 0)) || die 1 "$mute nodes give no figures"
((masters == 1)) || die 1 "$masters masters are elected, not one"
