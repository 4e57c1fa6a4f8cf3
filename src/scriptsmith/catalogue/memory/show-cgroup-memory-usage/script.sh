#!/usr/bin/env bash
# Show the control groups that use the most memory, with their limits and how often something in them
# was killed.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-cgroup-memory-usage [--limit N] [--sys-root DIR]

List the control groups with the most memory: what they use without the file cache that the kernel
takes back first (as docker stats and kubectl top tell it), that cache, their own limit, the share of it in
use, and how often the kernel killed something in them for lack of memory. Below it the smaller ones that use nine tenths of
their limit or had kills are named, however many there are. A group holds what its subgroups hold. Kills are counted since the group was made: a service or
container that was started again has a new one as a rule, and begins at 0. Works with versions 1 and
2 of control groups; in version 1 the kills are those in the group itself, and are told by Linux 4.13
and newer.

  --limit N       how many groups to show, 1 to 500 (default 15)
  --sys-root DIR  where sysfs is mounted (default /sys)
  --help          show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-cgroup-memory-usage: %s\n' "$2" >&2
  exit "$1"
}

count=15 sys=/sys
while (($# > 0)); do
  case $1 in
    --limit | --sys-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --limit) count=$2 ;;
        --sys-root) sys=$2 ;;
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

# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
whole "$count" 1 500 || die 2 "--limit takes a whole number from 1 to 500, not '$count'"
count=$((10#$count))
for tool in find sort sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Foreign text on one line, whatever it holds.
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }
top=$sys/fs/cgroup current=memory.current maximum=memory.max
if [[ ! -e $top/cgroup.controllers && -d $top/memory ]]; then
  top=$top/memory current=memory.usage_in_bytes maximum=memory.limit_in_bytes
fi
[[ -d $top ]] || die 3 "no control groups at $top"

rows='' alarming='' groups=0 killing=0 above=''
if [[ $current == memory.current ]]; then above=' (those above them count it too)'; fi
while IFS= read -r -d '' file; do
  group=${file%/*} used='' limit=''
  [[ $group != "$top" ]] || continue
  { read -r used <"$file"; } 2>/dev/null || continue # it has gone meanwhile
  [[ $used =~ ^[0-9]+$ ]] || continue
  groups=$((groups + 1))
  { read -r limit <"$group/$maximum"; } 2>/dev/null || true
  kills=-
  for told in "$group/memory.events" "$group/memory.oom_control"; do
    [[ -r $told ]] || continue
    while read -r key value; do
      if [[ $key == oom_kill ]]; then kills=$value; fi
    done 2>/dev/null <"$told" || true
  done
  if [[ $kills =~ ^[1-9] ]]; then killing=$((killing + 1)); fi
  cache=0 share=- most=none
  # total_inactive_file (version 1) is that of the subgroups as well, as inactive_file of version 2 is.
  while read -r key value; do
    case $key in inactive_file | total_inactive_file) cache=$value ;; esac
  done 2>/dev/null <"$group/memory.stat" || true
  used=$((used > cache ? used - cache : 0))
  # Version 1 writes a huge number when there is no limit.
  if [[ $limit =~ ^[1-9][0-9]{0,17}$ ]]; then share=$((100 * used / limit))% most="$((limit / 1048576)) MiB"; fi
  row=$(printf '%8d MiB %8d MiB %12s %5s %6s  %s' $((used / 1048576)) $((cache / 1048576)) "$most" "$share" "$kills" "$(shown "${group#"$top"/}")")$'\n'
  rows+=$row
  if [[ $kills =~ ^[1-9] || $share =~ ^(9[0-9]|[0-9]{3,})% ]]; then alarming+=$row; fi
done < <(find "$top" -name "$current" -print0 2>/dev/null)
((groups > 0)) || die 3 "no control group below $top tells its memory"

printf '%12s %12s %12s %5s %6s  %s\n' USED CACHE LIMIT SHARE KILLS GROUP
list=$(printf '%s' "$rows" | sort -k1,1nr | sed -n "1,${count}p")
printf '%s\n' "$list"
others=''
while IFS= read -r row; do
  [[ -z $row || $'\n'$list$'\n' == *$'\n'"$row"$'\n'* ]] || others+=$row$'\n'
done < <(printf '%s' "$alarming" | sort -k1,1nr)
if [[ -n $others ]]; then printf 'smaller ones at nine tenths of their limit, or with kills:\n%s' "$others"; fi
printf '%d groups; each holds what its subgroups hold. CACHE is file cache that the kernel takes back first, and is not in USED\n' "$groups"
printf 'limits are those of the group itself, without memory.high and those of the groups above it; kills are counted since a group was made: what was started again begins at 0 (journalctl -k knows those before)\n'
if ((killing > 0)); then
  printf 'something was killed for lack of memory in %d groups%s\n' "$killing" "$above"
fi
