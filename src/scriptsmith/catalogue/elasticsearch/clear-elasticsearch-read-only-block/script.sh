#!/usr/bin/env bash
# Take the block read_only_allow_delete off one or all Elasticsearch indices, and check that it is gone.
#
# Undo: the block can be set again by the setting index.blocks.read_only_allow_delete; nothing else changes.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: clear-elasticsearch-read-only-block [--index NAME] [--url URL] [--dry-run]

Elasticsearch blocks writes to indices that have a shard on a node above the flood stage (95 %
unless it was set).
While a node is that full the block comes back within a minute: so it is refused then; make space
first. Other blocks (index.blocks.write, read_only) were set by people and stay. A name and
password come from ~/.netrc, a private certificate authority from CURL_CA_BUNDLE.

  --index NAME  name of one index, or _all (default _all)
  --url URL     address of the cluster (default http://localhost:9200)
  --dry-run     say which indices would be unblocked, change nothing
  --help        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'clear-elasticsearch-read-only-block: %s\n' "$2" >&2
  exit "$1"
}

index=_all url=http://localhost:9200 dry_run=false
while (($# > 0)); do
  case $1 in
    --index | --url)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --index) index=$2 ;;
        --url) url=$2 ;;
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

[[ -n $index ]] || die 2 "--index is required (see --help)"
[[ -n $url ]] || die 2 "--url is required (see --help)"
[[ $index == _all || $index =~ ^[a-z0-9.][a-z0-9._+@-]{0,200}$ ]] || die 2 "--index takes the name of one index or _all, not '$index'"
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as https://localhost:9200 without a password, not '$url'"
url=${url%/}
command -v curl >/dev/null || die 3 "curl is not installed"
get() { # PATH: what the cluster answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}
send() { # PATH JSON: asks for a change; prints the answer
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --request PUT \
    --header 'Content-Type: application/json' --data "$2" --url "$url$1"
}
for tool in grep sort sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

key=index.blocks.read_only_allow_delete
blocked() { # the blocked indices, a line each; the others have no such setting
  local answer
  answer=$(get "/$index/_settings/$key?flat_settings=true&expand_wildcards=all") || return 1
  [[ $answer == '{'* ]] || return 1
  { grep -oE "\"[^\"]+\" ?: ?\{\"settings\" ?: ?\{\"$key\" ?: ?\"true\"" < <(printf '%s\n' "$answer") || true; } | grep -oE '^"[^"]+"' | sort || true
}

before=$(blocked) || die 3 "no such index, or no answer from the cluster at $url: $index"
if [[ -z $before ]]; then
  printf 'nothing to change: no such block on %s\n' "$index"
  exit 0
fi
# Not with flat_settings: a name with dots in it matches no filter_path. The last one given holds: a transient setting stands behind a persistent one, a default alone.
flood=$(get '/_cluster/settings?include_defaults=true&filter_path=*.cluster.routing.allocation.disk.watermark.flood_stage') ||
  die 1 "the flood stage of the cluster could not be read"
# Since 8.5 a flood stage that nobody has set leaves 100 GB at most, however large the disk is.
own=true
[[ $flood != *'"defaults"'* ]] || own=false
flood=$({ grep -oE 'flood_stage" ?: ?"[^"]*"' < <(printf '%s\n' "$flood") || true; } | sed -n '$s/.*"\([^"]*\)"$/\1/p')
if [[ $flood =~ ^([0-9]{1,3})(\.[0-9]+)?%$ ]]; then
  flood=${BASH_REMATCH[1]}
else
  printf 'warning: the flood stage is %s, which is not compared with the disks; 95 %% is\n' "${flood:-unknown}" >&2
  flood=95
fi
disks=$(get '/_cat/allocation?h=disk.percent,disk.avail,node&bytes=gb') || die 1 "the disk use of the nodes could not be read"
while read -r percent free node; do
  if [[ $percent =~ ^[0-9]+$ && $free =~ ^[0-9]+$ && -n $node ]] && ((percent >= flood)); then
    $own || ((free < 100)) || { printf 'warning: node %s is %d %% full, with %d GB left: before Elasticsearch 8.5 the block comes back within a minute\n' "${node//[^[:print:]]/?}" "$percent" "$free" >&2 && continue; }
    die 3 "node ${node//[^[:print:]]/?} is $percent % full, so the block would come back: make space first"
  fi
done < <(printf '%s\n' "$disks")
if $dry_run; then
  while read -r name; do printf 'would unblock: %s\n' "$name"; done < <(printf '%s\n' "$before")
  exit 0
fi

send "/$index/_settings?expand_wildcards=all" "{\"$key\": null}" >/dev/null || die 1 "the block could not be cleared"
after=$(blocked) || die 1 "the settings cannot be read after the change"
[[ -z $after ]] || die 1 "still blocked: ${after//$'\n'/ }"
while read -r name; do printf 'unblocked: %s\n' "$name"; done < <(printf '%s\n' "$before")
