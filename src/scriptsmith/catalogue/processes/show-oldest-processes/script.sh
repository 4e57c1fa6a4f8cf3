#!/usr/bin/env bash
# Show the processes that run for the longest time, oldest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-oldest-processes [--hours N] [--limit N]

List the N processes that were started first, with their age and start time. Kernel threads are
left out. Arguments are not shown, since they may hold secrets.

  --hours N  leave out processes younger than this many hours (default 0)
  --limit N  how many processes to show, 1 to 1000 (default 10)
  --help     show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-oldest-processes: %s\n' "$2" >&2
  exit "$1"
}

hours=0 limit=10
while (($# > 0)); do
  case $1 in
    --hours | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --hours) hours=$2 ;;
        --limit) limit=$2 ;;
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
whole "$hours" 0 999999 || die 2 "--hours takes a whole number from 0 to 999999, not '$hours'"
whole "$limit" 1 1000 || die 2 "--limit takes a whole number from 1 to 1000, not '$limit'"
hours=$((10#$hours)) limit=$((10#$limit))
for tool in ps sort date; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
# A kernel thread has no memory of its own (vsz 0), and neither has a zombie.
table=$(ps -e -o etimes= -o pid= -o vsz= -o user:32= -o comm=) || die 1 "ps could not list the processes"
[[ $table == *[0-9]* ]] || die 1 "ps listed no process at all"
now=$(date +%s)

shown=0 found=0
while read -r seconds pid memory user name; do
  [[ $seconds =~ ^[0-9]+$ && $memory =~ ^[0-9]+$ ]] || continue
  ((memory > 0 && seconds >= hours * 3600)) || continue
  found=$((found + 1))
  ((shown < limit)) || continue
  if ((shown == 0)); then printf '%14s  %-16s %8s  %-16s %s\n' AGE STARTED PID USER PROCESS; fi
  shown=$((shown + 1))
  # printf's own %(…)T needs no process for each row; a clock set meanwhile shifts it.
  printf '%4dd %02d:%02d:%02d  %(%Y-%m-%d %H:%M)T %8s  %-16s %s\n' $((seconds / 86400)) $((seconds / 3600 % 24)) \
    $((seconds / 60 % 60)) $((seconds % 60)) $((now - seconds)) "$pid" "$user" "${name//[[:cntrl:]]/?}"
done < <(sort -k1,1nr -k2,2n < <(printf '%s\n' "$table"))

if ((found == 0)); then
  printf 'no process is older than %d hours\n' "$hours"
else
  printf '%d of %d shown\n' "$shown" "$found"
fi
