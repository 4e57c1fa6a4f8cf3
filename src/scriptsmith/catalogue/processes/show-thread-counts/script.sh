#!/usr/bin/env bash
# Show how many threads run on the host, of how many that are possible, and the processes with the
# most.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-thread-counts [--limit N] [--proc-root DIR]

Print the number of tasks (each thread is one) with the limits kernel.threads-max and
kernel.pid_max, and the N processes with the most threads. A service may meet a smaller limit
earlier: TasksMax of its unit, or nproc of its user.

  --limit N        how many processes to show, 1 to 1000 (default 10)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-thread-counts: %s\n' "$2" >&2
  exit "$1"
}

limit=10 proc=/proc
while (($# > 0)); do
  case $1 in
    --limit | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --limit) limit=$2 ;;
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
whole "$limit" 1 1000 || die 2 "--limit takes a whole number from 1 to 1000, not '$limit'"
limit=$((10#$limit))
for tool in ps sort sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
table=$(ps -e -o nlwp= -o pid= -o user:32= -o comm=) || die 1 "ps could not list the processes"
total=0 processes=0
while read -r threads pid _; do
  [[ $threads =~ ^[0-9]+$ && $pid =~ ^[0-9]+$ ]] || continue
  total=$((total + threads)) processes=$((processes + 1))
done <<<"$table"
((processes > 0)) || die 1 "ps listed no process at all"
printf '%d processes with %d threads\n' "$processes" "$total"

nearest=0
for key in threads-max pid_max; do
  { read -r most <"$proc/sys/kernel/$key"; } 2>/dev/null || continue
  [[ $most =~ ^[1-9][0-9]*$ ]] || continue
  share=$((100 * total / most))
  if ((share > nearest)); then nearest=$share; fi
  printf 'kernel.%s: %s (%d%% used)\n' "$key" "$most" "$share"
done
if ((nearest >= 80)); then printf 'NEAR THE LIMIT: %d%% of the possible tasks exist\n' "$nearest"; fi

printf '%8s %8s  %-16s %s\n' THREADS PID USER PROCESS
sort -k1,1nr -k2,2n <<<"$table" | sed -n "1,${limit}p" | while read -r threads pid user name; do
  printf '%8s %8s  %-16s %s\n' "$threads" "$pid" "$user" "${name//[[:cntrl:]]/?}"
done
