#!/usr/bin/env bash
# List the processes that run as one user, with their memory, CPU time and age, and the sum of them.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-processes-of-user --user USER

List each process that runs with the rights of USER, or was started by USER and runs with those of
another (su, sudo), the largest in memory first: PID, parent, state, memory, CPU time, age and
program. Arguments are not shown, since they may hold secrets. Memory is what is resident; what
processes share is counted in each.

  --user USER  login name or numeric id of the user
  --help       show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-processes-of-user: %s\n' "$2" >&2
  exit "$1"
}

user=''
while (($# > 0)); do
  case $1 in
    --user)
      (($# >= 2)) || die 2 "$1 needs a value"
      user=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $user ]] || die 2 "--user is needed (see --help)"
[[ $user =~ ^[A-Za-z0-9_][A-Za-z0-9_.@-]{0,63}\$?$ ]] || die 2 "--user takes a login name, not '$user'"
for tool in ps sort id; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
number=$(id -u -- "$user" 2>/dev/null) || number=$user
[[ $number =~ ^[0-9]+$ ]] || die 3 "no such user: $user"

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat || $number == "$EUID" ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
# The numeric id is compared, since ps shortens long names.
table=$(ps -e -o uid= -o ruid= -o pid= -o ppid= -o stat= -o rss= -o cputimes= -o etimes= -o nlwp= -o comm=) || die 1 "ps could not list the processes"
rows=() seen=0 memory=0 time=0 all=0
while read -r owner starter pid parent stat rss cpu age threads name; do
  [[ $owner =~ ^[0-9]+$ && $pid =~ ^[0-9]+$ ]] || continue
  seen=$((seen + 1))
  [[ $owner == "$number" || $starter == "$number" ]] || continue
  # Users are compared by number, which in a container stands for another user.
  where=''
  if [[ -e /proc/$pid/ns/pid && ! /proc/$pid/ns/pid -ef /proc/self/ns/pid ]]; then where='  (in a container, where the number may be that of another user)'; fi
  memory=$((memory + rss)) time=$((time + cpu)) all=$((all + threads))
  rows+=("$(printf '%8d MiB %8s %8s  %-5s %8d s %4dd %02d:%02d  %s' $((rss / 1024)) "$pid" "$parent" "$stat" "$cpu" \
    $((age / 86400)) $((age / 3600 % 24)) $((age / 60 % 60)) "${name//[[:cntrl:]]/?}$where")")
done <<<"$table"
((seen > 0)) || die 1 "ps listed no process at all"

if ((${#rows[@]} == 0)); then
  printf 'user %s has no process\n' "$user"
  exit 0
fi
printf '%12s %8s %8s  %-5s %10s %11s  %s\n' MEMORY PID PARENT STATE 'CPU TIME' AGE PROGRAM
printf '%s\n' "${rows[@]}" | sort -k1,1nr -k3,3n
printf '%d processes of user %s: %d MiB memory (what they share is counted in each), %d s CPU time, %d threads (a limit of processes counts these)\n' "${#rows[@]}" "$user" $((memory / 1024)) "$time" "$all"
