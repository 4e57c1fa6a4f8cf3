#!/usr/bin/env bash
# Set vm.swappiness at once and for every boot, and check that it took.
#
# Undo: run it again with the former value, which it prints, or delete the file that is named.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-swappiness --value N [--dry-run] [--proc-root DIR] [--root DIR]

Set vm.swappiness to N and write it to a file in /etc/sysctl.d. A low value makes the kernel give
up file cache before it swaps; 0 makes it swap only at the last moment, at which the OOM killer
may be quicker. What is swapped out already stays there until it is used. With control groups of
version 1 each group, and so each service, has a swappiness of its own, which this does not change:
such groups are counted.

  --value N        swappiness, 0 to 200; 60 is the kernel's default
  --proc-root DIR  where the process file system is mounted (default /proc)
  --root DIR       work below this directory instead of /
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 it is set, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-swappiness: %s\n' "$2" >&2
  exit "$1"
}

value='' proc=/proc root='' dry_run=false
while (($# > 0)); do
  case $1 in
    --value | --proc-root | --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --value) value=$2 ;;
        --proc-root) proc=$2 ;;
        --root) root=$2 ;;
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

[[ -n $value ]] || die 2 "--value is needed (see --help)"
for tool in find grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
whole "$value" 0 200 || die 2 "--value takes a whole number from 0 to 200, not '$value'"
value=$((10#$value))
control=$proc/sys/vm/swappiness
{ read -r before <"$control"; } 2>/dev/null || die 3 "cannot read $control"
file=$root/etc/sysctl.d/90-swappiness.conf
line="vm.swappiness = $value"
printf 'now: vm.swappiness = %s\n' "$before"

own_value() { # tells of control groups of version 1 that keep another value
  local groups=$root/sys/fs/cgroup/memory count=0 file first='' others
  [[ -e $groups/memory.swappiness ]] || return 0
  { read -r others <"$proc/sys/vm/force_cgroup_v2_swappiness"; } 2>/dev/null || others=0
  [[ $others != 1 ]] || return 0
  while IFS= read -r -d '' file; do
    if { read -r others <"$file"; } 2>/dev/null && [[ $others != "$value" ]]; then
      count=$((count + 1))
      first=${first:-${file%/*}}
    fi
  done < <(find "$groups" -mindepth 2 -name memory.swappiness -print0)
  ((count == 0)) ||
    printf 'warning: %d control groups, such as %s, keep a swappiness of their own: what runs in them swaps as before (see their memory.swappiness)\n' "$count" "$first" >&2
}
shopt -s nullglob
for other in "$root"/{etc,run,usr/local/lib,usr/lib,lib}/sysctl.d/*.conf "$root"/etc/sysctl.conf; do
  [[ -r $other ]] || continue # sysctl.conf comes last, by its name as well
  if [[ ${other##*/} > ${file##*/} ]] && grep -q -E '^[[:space:]]*-?vm[./]swappiness[[:space:]]*=' -- "$other"; then
    die 3 "$other sets it too and comes later, so it would win at the next boot; change it there"
  fi
done
if [[ $before == "$value" && -f $file ]] && grep -q -x -F -- "$line" "$file"; then
  printf 'nothing to change: it is set so, now and in %s\n' "$file"
  own_value
  exit 0
fi
if $dry_run; then
  printf 'would set: %s, and write that to %s\n' "$line" "$file"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
[[ -d ${file%/*} ]] || die 3 "no directory ${file%/*}"
{ printf '%d\n' "$value" >"$control"; } 2>/dev/null || die 1 "the kernel did not take $value (above 100 only since 5.8; in a container it is read-only)"
read -r after <"$control"
[[ $after == "$value" ]] || die 1 "vm.swappiness is $after, not $value"
printf '%s\n' "$line" >"$file" || die 1 "it is set until the next boot, but $file could not be written"
printf 'set: %s (before: %s), in %s\n' "$line" "$before" "$file"
own_value
