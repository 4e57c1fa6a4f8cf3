#!/usr/bin/env bash
# Find the tasks in uninterruptible sleep, and tell those that stay there from those that pass
# through.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-blocked-processes [--seconds N] [--proc-root DIR]

List the threads in state D twice, some seconds apart, with the kernel function in which they
wait. One that is there both times in the same place, and has not run in between, is called stuck:
usually a dead disk, an NFS server that does not answer, or a frozen file system. One that has run in
between waits again and again, as on a slow or busy disk. A thread seen once is normal disk work.

  --seconds N      how long to watch, 1 to 300; what is blocked at both ends is called stuck (default
                   3)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-blocked-processes: %s\n' "$2" >&2
  exit "$1"
}

seconds=3 proc=/proc
while (($# > 0)); do
  case $1 in
    --seconds | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --seconds) seconds=$2 ;;
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
whole "$seconds" 1 300 || die 2 "--seconds takes a whole number from 1 to 300, not '$seconds'"
seconds=$((10#$seconds))
command -v ps >/dev/null || die 3 "ps is not installed"

# Fills $blocked (thread -> description) from one reading of the table; sets $seen to its rows.
look() {
  local table thread pid stat channel user name key ran count
  table=$(ps -e -L -o lwp= -o pid= -o stat= -o wchan:32= -o user:32= -o comm=) || die 1 "ps could not list the tasks"
  blocked=() seen=0
  while read -r thread pid stat channel user name; do
    [[ $thread =~ ^[0-9]+$ ]] || continue
    seen=$((seen + 1))
    [[ $stat == D* ]] || continue
    blocked[$thread]="$pid $user $channel ${name//[[:cntrl:]]/?}" ran=0
    # How often it has given up the CPU: this moves whenever it gets on.
    while IFS=$':\t ' read -r key count _; do
      if [[ $key == *voluntary_ctxt_switches ]]; then ran=$((ran + count)); fi
    done 2>/dev/null <"$proc/$pid/task/$thread/status" || true
    turns[$thread]=$ran
  done <<<"$table"
  ((seen > 0)) || die 1 "ps listed no task at all"
}

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
declare -A blocked=() earlier=() turns=() turned=()
look
for thread in "${!blocked[@]}"; do earlier[$thread]=${blocked[$thread]} turned[$thread]=${turns[$thread]}; done
sleep "$seconds"
look

stuck=() again=()
for thread in "${!blocked[@]}"; do
  [[ ${earlier[$thread]:-} == "${blocked[$thread]}" ]] || continue
  if [[ ${turns[$thread]} == "${turned[$thread]}" ]]; then stuck+=("$thread"); else again+=("$thread"); fi
done

printf 'tasks in state D: %d, then %d after %d s; stuck: %d\n' "${#earlier[@]}" "${#blocked[@]}" "$seconds" "${#stuck[@]}"
((${#blocked[@]} + ${#earlier[@]} > 0)) || exit 0

row() { # WORD THREAD TEXT
  local pid user channel name
  read -r pid user channel name <<<"$3"
  printf '%-7s %8s %8s  %-12s %-24s %s\n' "$1" "$2" "$pid" "$user" "$channel" "$name"
}
[[ $EUID == 0 ]] || printf 'note: what the processes of others wait in is shown to root only (- below)\n'
printf '%-7s %8s %8s  %-12s %-24s %s\n' STATE THREAD PROCESS USER 'WAITS IN' NAME
for thread in ${stuck[@]+"${stuck[@]}"}; do row stuck "$thread" "${blocked[$thread]}"; done
for thread in ${again[@]+"${again[@]}"}; do row again "$thread" "${blocked[$thread]}"; done
for thread in "${!blocked[@]}"; do
  if [[ ${earlier[$thread]:-} != "${blocked[$thread]}" ]]; then row new "$thread" "${blocked[$thread]}"; fi
done
for thread in "${!earlier[@]}"; do
  if [[ -z ${blocked[$thread]:-} ]]; then row passed "$thread" "${earlier[$thread]}"; fi
done
