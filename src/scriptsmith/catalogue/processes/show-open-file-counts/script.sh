#!/usr/bin/env bash
# Show the processes that hold the most open file descriptors, with the limit of each.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-open-file-counts [--limit N] [--proc-root DIR]

List the N processes with the most open file descriptors, most first, with the soft limit (nofile)
and the share of it in use, and how many the whole kernel has open. Then follow, nearest first, at
most N that have half of their limit or more in use and are not among these. Without root only your own
processes can be counted; how many could not be is said.

  --limit N        how many processes to show, 1 to 1000 (default 10)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-open-file-counts: %s\n' "$2" >&2
  exit "$1"
}

count=10 proc=/proc
while (($# > 0)); do
  case $1 in
    --limit | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --limit) count=$2 ;;
        --proc-root) proc=$2 ;;
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
whole "$count" 1 1000 || die 2 "--limit takes a whole number from 1 to 1000, not '$count'"
count=$((10#$count))
[[ -d $proc ]] || die 3 "no process file system at $proc"
for tool in sort sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ $proc != /proc || -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
shopt -s nullglob
rows=() near=() hidden=0 seen=0
for directory in "$proc"/[0-9]*; do
  pid=${directory##*/}
  [[ $pid =~ ^[0-9]+$ && -e $directory/comm ]] || continue
  seen=$((seen + 1))
  if [[ ! -r $directory/fd || ! -x $directory/fd ]]; then
    hidden=$((hidden + 1))
    continue
  fi
  open=("$directory"/fd/*)
  ((${#open[@]} > 0)) || continue
  limit=-
  while read -r first second third soft _; do
    if [[ "$first $second $third" == 'Max open files' ]]; then limit=$soft; fi
  done 2>/dev/null <"$directory/limits" || continue # it has ended meanwhile
  name=''
  { IFS= read -r name <"$directory/comm"; } 2>/dev/null || [[ -n $name ]] || continue
  share=-
  if [[ $limit =~ ^[1-9][0-9]*$ ]]; then share=$((100 * ${#open[@]} / limit))%; fi
  printf -v row '%8d %8s %10s %6s  %s' "${#open[@]}" "$pid" "$limit" "$share" "${name//[[:cntrl:]]/?}"
  rows+=("$row")
  if [[ $share != - ]] && ((${share%\%} >= 50)); then near+=("${share%\%} $row"); fi
done
((seen > 0)) || die 3 "no process is visible below $proc"
if read -r used _ most 2>/dev/null <"$proc/sys/fs/file-nr" && [[ -n ${most:-} ]]; then
  printf 'whole host: %s file handles of at most %s\n' "$used" "$most"
fi
if ((${#rows[@]} > 0)); then
  printf '%8s %8s %10s %6s  %s\n' OPEN PID LIMIT USED PROCESS
  top=$(printf '%s\n' "${rows[@]}" | sort -k1,1nr -k2,2n | sed -n "1,${count}p")
  printf '%s\n' "$top"
  head='fewer, but nearer to their limit:' nearest='' more=0
  if ((${#near[@]} > 0)); then nearest=$(printf '%s\n' "${near[@]}" | sort -k1,1nr -k3,3n); fi
  while IFS= read -r row; do
    row=${row#* }
    [[ -n $row && $'\n'$top$'\n' != *$'\n'"$row"$'\n'* ]] || continue
    ((more < count)) || break
    printf '%s%s\n' "${head:+$head$'\n'}" "$row"
    head='' more=$((more + 1))
  done <<<"$nearest"
fi
if ((hidden > 0)); then
  printf 'not counted: %d of %d processes belong to others; run as root to see them\n' "$hidden" "$seen"
fi
((${#rows[@]} > 0)) || die 3 "no process could be counted"
