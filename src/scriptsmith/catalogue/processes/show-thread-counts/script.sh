#!/usr/bin/env bash
# Show how many threads run on the host, of how many that are possible, and the processes with the
# most.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-thread-counts [--limit N] [--proc-root DIR] [--sys-root DIR]

Print the number of tasks (each thread is one) with the limits kernel.threads-max and
kernel.pid_max, and the N processes with the most threads. A smaller limit is met earlier as a
rule, so these are looked at as well: that of each control group (TasksMax of a service or of a
user's slice, the pids limit of a container), also one that was met before and is not now, and nproc, for which all tasks of a user count. The user
with the most tasks is named.

  --limit N        how many processes to show, 1 to 1000 (default 10)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --sys-root DIR   where sysfs is mounted (default /sys)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-thread-counts: %s\n' "$2" >&2
  exit "$1"
}

limit=10 proc=/proc sys=/sys
while (($# > 0)); do
  case $1 in
    --limit | --proc-root | --sys-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --limit) limit=$2 ;;
        --proc-root) proc=$2 ;;
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
whole "$limit" 1 1000 || die 2 "--limit takes a whole number from 1 to 1000, not '$limit'"
limit=$((10#$limit))
for tool in ps sort sed find grep xargs; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
table=$(ps -e -o nlwp= -o pid= -o user:32= -o comm=) || die 1 "ps could not list the processes"
total=0 processes=0 largest='?'
declare -A of_user=() user_of=() told=()
while read -r threads pid user _; do
  [[ $threads =~ ^[0-9]+$ && $pid =~ ^[0-9]+$ ]] || continue
  total=$((total + threads)) processes=$((processes + 1)) user_of[$pid]=${user:-?}
  of_user[${user:-?}]=$((${of_user[${user:-?}]:-0} + threads))
  ((${of_user[${user:-?}]} <= ${of_user[$largest]:-0})) || largest=${user:-?}
done < <(printf '%s\n' "$table")
((processes > 0)) || die 1 "ps listed no process at all"
printf '%d processes with %d threads\nmost of one user: %d threads of %s\n' "$processes" "$total" "${of_user[$largest]}" "$largest"

nearest=0
for key in threads-max pid_max; do
  { read -r most <"$proc/sys/kernel/$key"; } 2>/dev/null || continue
  [[ $most =~ ^[1-9][0-9]*$ ]] || continue
  share=$((100 * total / most))
  if ((share > nearest)); then nearest=$share; fi
  printf 'kernel.%s: %s (%d%% used by these)\n' "$key" "$most" "$share"
done
if ((nearest >= 80)); then printf 'NEAR THE LIMIT: %d%% of the possible tasks exist\n' "$nearest"; fi

# A refusal is counted in pids.events.local of the group that has the limit, before Linux 6.11 in pids.events of the one that asked.
groups=$sys/fs/cgroup
if [[ -d $groups/pids ]]; then groups=$groups/pids; fi # version 1
while IFS= read -r -d '' file; do
  at=${file%/*} group=${at#"$groups"/}
  { read -r most <"$file" && read -r now <"$at/pids.current"; } 2>/dev/null || continue
  { read -r _ refused <"$at/pids.events.local" || read -r _ refused <"$at/pids.events"; } 2>/dev/null || refused=0
  if [[ $most =~ ^[1-9][0-9]*$ ]] && ((100 * now >= 80 * most)); then
    printf 'NEAR THE LIMIT: %d of %d tasks in the control group %s\n' "$now" "$most" "${group//[[:cntrl:]]/?}"
  elif [[ $refused =~ ^[1-9] ]]; then
    until [[ $most =~ ^[1-9] || $at == "$groups" ]]; do at=${at%/*}; { read -r most <"$at/pids.max"; } 2>/dev/null || most=max; done
    at=${at#"$groups"/}
    printf 'HAS BEEN AT A LIMIT: %s times, in the control group %s (now %d); the nearest limit is %s, of %s\n' "$refused" "${group//[[:cntrl:]]/?}" "$now" "$most" "${at//[[:cntrl:]]/?}"
  fi
done < <(find "$groups/" -name pids.max -print0 2>/dev/null)

# The list of a host with very many processes is too long for one call. All tasks of a user count for nproc, of which each process may have another: the lowest comes first. Root has none.
while read -r file _ most _; do
  pid=${file%/limits:*} pid=${pid##*/} user=${user_of[$pid]:-root}
  [[ $user != root && $most =~ ^[0-9]+$ && -z ${told[$user]:-} ]] || continue
  told[$user]=yes
  ((100 * ${of_user[$user]} < 80 * most)) || printf 'NEAR THE LIMIT: %d tasks of user %s, and process %s may begin more up to %d (nproc)\n' "${of_user[$user]}" "$user" "$pid" "$most"
done < <(printf '%s\0' "$proc"/[0-9]*/limits | xargs -0 grep -sH '^Max processes' | sort -k3,3n)
printf '%8s %8s  %-16s %s\n' THREADS PID USER PROCESS
printf '%s\n' "$table" | sort -k1,1nr -k2,2n | sed -n "1,${limit}p" | while read -r threads pid user name; do
  printf '%8s %8s  %-16s %s\n' "$threads" "$pid" "$user" "${name//[[:cntrl:]]/?}"
done
