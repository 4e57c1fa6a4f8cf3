#!/usr/bin/env bash
# Find the tasks in uninterruptible sleep, and tell those that stay there from those that pass
# through.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-blocked-processes [--seconds N]

List the threads in state D twice, some seconds apart, with the kernel function in which they
wait. One that is there both times in the same place is called stuck: usually a slow or dead disk,
an NFS server that does not answer, or a frozen file system. A thread seen once is normal disk
work.

  --seconds N  how long to watch, 1 to 300; what is blocked at both ends is called stuck (default
               3)
  --help       show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-blocked-processes: %s\n' "$2" >&2
  exit "$1"
}

seconds=3
while (($# > 0)); do
  case $1 in
    --seconds)
      (($# >= 2)) || die 2 "$1 needs a value"
      seconds=$2
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
whole "$seconds" 1 300 || die 2 "--seconds takes a whole number from 1 to 300, not '$seconds'"
seconds=$((10#$seconds))
command -v ps >/dev/null || die 3 "ps is not installed"

# Fills $blocked (thread -> description) from one reading of the table; sets $seen to its rows.
look() {
  local table thread pid stat channel user name
  table=$(ps -e -L -o lwp= -o pid= -o stat= -o wchan:32= -o user:32= -o comm=) || die 1 "ps could not list the tasks"
  blocked=() seen=0
  while read -r thread pid stat channel user name; do
    [[ $thread =~ ^[0-9]+$ ]] || continue
    seen=$((seen + 1))
    [[ $stat != D* ]] || blocked[$thread]="$pid $user $channel ${name//[[:cntrl:]]/?}"
  done <<<"$table"
  ((seen > 0)) || die 1 "ps listed no task at all"
}

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
declare -A blocked=() earlier=()
look
for thread in "${!blocked[@]}"; do earlier[$thread]=${blocked[$thread]}; done
sleep "$seconds"
look

stuck=()
for thread in "${!blocked[@]}"; do
  if [[ ${earlier[$thread]:-} == "${blocked[$thread]}" ]]; then stuck+=("$thread"); fi
done

printf 'tasks in state D: %d, then %d after %d s; stuck: %d\n' "${#earlier[@]}" "${#blocked[@]}" "$seconds" "${#stuck[@]}"
((${#blocked[@]} + ${#earlier[@]} > 0)) || exit 0

row() { # WORD THREAD TEXT
  local pid user channel name
  read -r pid user channel name <<<"$3"
  printf '%-7s %8s %8s  %-12s %-24s %s\n' "$1" "$2" "$pid" "$user" "$channel" "$name"
}
printf '%-7s %8s %8s  %-12s %-24s %s\n' STATE THREAD PROCESS USER 'WAITS IN' NAME
for thread in ${stuck[@]+"${stuck[@]}"}; do row stuck "$thread" "${blocked[$thread]}"; done
for thread in "${!blocked[@]}"; do
  if [[ ${earlier[$thread]:-} != "${blocked[$thread]}" ]]; then row new "$thread" "${blocked[$thread]}"; fi
done
for thread in "${!earlier[@]}"; do
  if [[ -z ${blocked[$thread]:-} ]]; then row passed "$thread" "${earlier[$thread]}"; fi
done
