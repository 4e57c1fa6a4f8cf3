#!/usr/bin/env bash
# Show the fill of each LVM thin pool, and how much more its volumes could claim than it has.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-thin-pool-usage [--percent N]

Show for each thin pool its size, how full data and metadata are, and the sum of the sizes of its
volumes. It fails when a pool has come to N percent. A pool that runs full stops every volume
in it, mostly read-only and sometimes with damage; full metadata is worse. Extend it in time:
lvextend, or lvextend --poolmetadatasize. So does one that LVM calls failed, out_of_data or metadata_read_only. Of a pool that is not active nothing can be told, which
is a failure, too.

  --percent N  from which fill on a pool is too full, in percent (default 80)
  --help       show this text

Exit status: 0 done, 1 a pool is too full or its fill unknown, or it failed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'show-thin-pool-usage: %s\n' "$2" >&2
  exit "$1"
}

percent=80
while (($# > 0)); do
  case $1 in
    --percent)
      (($# >= 2)) || die 2 "$1 needs a value"
      percent=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
percent=${percent%\%}
whole "$percent" 0 100 || die 2 "--percent takes a percentage from 0 to 100, not '$percent'"
percent=$((10#$percent))
command -v lvs >/dev/null || die 3 "lvs is not installed"
# Other locales write 45,30 percent.
rows=$(LC_ALL=C lvs --noheadings --units b --nosuffix --separator '|' --options vg_name,lv_name,lv_size,segtype,pool_lv,data_percent,metadata_percent,lv_health_status) ||
  die 3 "the logical volumes cannot be read; run as root"

declare -A promised=() volumes=()
pools=()
while IFS='|' read -r group name size kind pool data meta health; do
  group=${group#"${group%%[! ]*}"}
  [[ $size =~ ^[0-9]+$ ]] || continue
  if [[ $kind == thin-pool ]]; then
    pools+=("$group/$name|$size|$data|$meta|${health// /}")
  elif [[ $kind == thin && -n $pool ]]; then
    promised[$group/$pool]=$((${promised[$group/$pool]:-0} + size))
    volumes[$group/$pool]=$((${volumes[$group/$pool]:-0} + 1))
  fi
done <<<"$rows"
if ((${#pools[@]} == 0)); then
  printf 'there is no thin pool on this host\n'
  exit 0
fi

over=0 unknown=0
printf '%12s %7s %7s %8s %13s  %s\n' SIZE DATA META VOLUMES PROMISED POOL
for row in "${pools[@]}"; do
  IFS='|' read -r name size data meta health <<<"$row"
  mark=''
  for share in "$data" "$meta"; do
    # An inactive pool tells nothing.
    if [[ ! $share =~ ^[0-9]+(\.[0-9]+)?\ *$ ]]; then
      mark='  NOT ACTIVE'
    elif ((10#${share%%.*} >= percent)); then
      mark='  TOO FULL'
      break
    fi
  done
  # A pool whose metadata were damaged lets nobody write, however empty it is.
  [[ -z $health ]] || mark="  $health: TOO FULL or DAMAGED"
  case $mark in
    *FULL | *DAMAGED) over=$((over + 1)) ;;
    *ACTIVE) unknown=$((unknown + 1)) ;;
  esac
  printf '%8d MiB %6s%% %6s%% %8d %8d%% %s  %s%s\n' $((size / 1048576)) "${data:--}" "${meta:--}" "${volumes[$name]:-0}" \
    $((size > 0 ? 100 * ${promised[$name]:-0} / size : 0)) 'of it' "$name" "$mark"
done
if ((over > 0)); then
  printf '%d of %d pools are at %d%% or more, or in a bad state\n' "$over" "${#pools[@]}" "$percent"
  exit 1
fi
if ((unknown > 0)); then
  printf '%d of %d pools are not active: how full they are is not known\n' "$unknown" "${#pools[@]}"
  exit 1
fi
printf 'OK: none of %d pools is at %d%% or more\n' "${#pools[@]}" "$percent"
