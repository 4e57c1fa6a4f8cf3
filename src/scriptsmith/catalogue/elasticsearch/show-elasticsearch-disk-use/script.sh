#!/usr/bin/env bash
# Show how full the disks of the nodes of an Elasticsearch cluster are, the fullest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-elasticsearch-disk-use [--url URL] [--percent N]

By default Elasticsearch puts no new shards on a node above 85 % (low watermark), moves shards
away above 90 % (high), and makes indices read-only above 95 % (flood stage); since 8.5 on large
disks only when less than 200, 150 and 100 GB are left. A node that gives no
figures is told as that, and is a failure. A name and password
come from ~/.netrc, a private certificate authority from CURL_CA_BUNDLE.

  --url URL    address of the cluster (default http://localhost:9200)
  --percent N  mark nodes that are fuller than this percentage (default 85)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-elasticsearch-disk-use: %s\n' "$2" >&2
  exit "$1"
}

url=http://localhost:9200 warn=85
while (($# > 0)); do
  case $1 in
    --url | --percent)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --url) url=$2 ;;
        --percent) warn=$2 ;;
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
[[ $warn =~ ^[0-9]{1,3}$ ]] || die 2 "--percent takes a whole number, not '$warn'"
warn=$((10#$warn))
((warn <= 100)) || die 2 "--percent takes a percentage, not '$warn'"
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as https://localhost:9200 without a password, not '$url'"
url=${url%/}
command -v curl >/dev/null || die 3 "curl is not installed"
get() { # PATH: what the cluster answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}
command -v sort >/dev/null || die 3 "sort is not installed"

# The node comes last, since its name may hold spaces. The row UNASSIGNED has no disk.
table=$(get '/_cat/allocation?h=disk.percent,shards,disk.used,disk.avail,disk.total,node&bytes=gb') || die 1 "no answer from the cluster at $url"
nodes=0 marked=0 unassigned=0 mute=0
while read -r percent shards used free total node; do
  if [[ $shards == UNASSIGNED && $percent =~ ^[0-9]+$ ]]; then
    unassigned=$percent
    continue
  fi
  if [[ ! $percent =~ ^[0-9]+$ || ! $free =~ ^[0-9]+$ || -z $node ]]; then
    # Columns without a figure are blank, so that the others stand elsewhere.
    row="$percent $shards $used $free $total $node"
    [[ ! $percent =~ ^[0-9]+$ ]] || { printf 'NO FIGURES of a node: %s\n' "${row//[^[:print:]]/?}" && mute=$((mute + 1)); }
    continue
  fi
  note=''
  if ((percent > warn)); then note='  FULL' marked=$((marked + 1)); fi
  printf '%3d %%  %6s GB used, %6s GB free of %6s GB, %5s shards  %s%s\n' "$percent" "$used" "$free" "$total" "$shards" "${node//[^[:print:]]/?}" "$note"
  nodes=$((nodes + 1))
done < <(sort -k1,1nr <<<"$table")
((nodes > 0 || mute > 0)) || die 1 "what $url answers names no node with a disk"
printf '%d nodes, %d of them above %d %%, %d unassigned shards\n' "$nodes" "$marked" "$warn" "$unassigned"
((mute == 0)) || die 1 "$mute nodes give no figures"
