#!/usr/bin/env bash
# Lower the CPU priority of every process of a given name, with all its threads.
#
# Undo: as root, renice --priority OLD -p THREAD…; the old values are printed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: limit-process-priority --name NAME [--nice N] [--dry-run]

Give every process whose program is called exactly NAME the nice value N (default 10), thread by
thread, so that other work gets the CPU first. A thread that is as nice already, or nicer, is left
as it is. The processes go on running; on an idle machine they are as fast as before. Processes of the
name that start later are not changed. Where the kernel shares the CPU between control groups first
(services, containers and logins of systemd), or between sessions (sched_autogroup), which is told,
they yield only to those of their own group or session.

  --name NAME  exact name, without directory and arguments
  --nice N     nice value, 1 (slightly lower priority) to 19 (lowest)
  --dry-run    say what would change, change nothing
  --help       show this text

Exit status: 0 done, 1 some thread could not be changed, 2 wrong usage, 3 a precondition fails
(among others: no process of that name runs).
EOF
}

die() {
  printf 'limit-process-priority: %s\n' "$2" >&2
  exit "$1"
}

name='' nice=10 dry_run=false
while (($# > 0)); do
  case $1 in
    --name | --nice)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --nice) nice=$2 ;;
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

# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }

[[ -n $name ]] || die 2 "--name is needed"
[[ $name =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@+-]{0,63}$ ]] || die 2 "--name takes the name of a program, not '$name'"
whole "$nice" 1 19 || die 2 "--nice takes 1 to 19, not '$nice'"
nice=$((10#$nice))
command -v renice >/dev/null || die 3 "renice is not installed"
[[ -r /proc/self/stat ]] || die 3 "/proc is not mounted"

# Sets $flags and $now (the nice value) from a stat file; fails for what ended or is a zombie.
look() {
  local stat='' fields
  { IFS= read -r -d '' stat <"$1"; } 2>/dev/null || [[ -n $stat ]] || return 1
  # shellcheck disable=SC2206  # numbers; before Bash 5.1 a here-string would need room on a disk
  fields=(${stat##*) })
  [[ ${fields[0]:-X} != [ZX] ]] || return 1
  flags=${fields[6]} now=${fields[16]}
}

# The kernel keeps 15 characters of a name; a longer one is looked up in the command line.
pids=()
# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
for file in /proc/[0-9]*/comm; do
  pid=${file#/proc/} pid=${pid%/comm} comm='' argv=()
  { IFS= read -r comm <"$file"; } 2>/dev/null && [[ $comm == "${name:0:15}" ]] || continue
  if ((${#name} > 15)); then
    { mapfile -d '' -t -n 2 argv <"/proc/$pid/cmdline"; } 2>/dev/null || continue
    first=${argv[0]-} second=${argv[1]-}
    [[ ${first##*/} == "$name" || ${second##*/} == "$name" ]] || continue
  fi
  # Not the kernel's own threads (PF_KTHREAD; a number tells nothing in a container), and not the init process.
  if look "/proc/$pid/stat" && ((pid > 1 && !(flags & 0x200000))); then pids+=("$pid"); fi
done
((${#pids[@]} > 0)) || die 3 "no process is named $name"
for pid in "${pids[@]}"; do
  kill -0 "$pid" 2>/dev/null || [[ ! -e /proc/$pid ]] ||
    die 3 "not permitted to change process $pid; run as its owner or as root"
done

changed=0 kept=0 failed=0
for pid in "${pids[@]}"; do
  for task in /proc/"$pid"/task/[0-9]*; do
    look "$task/stat" || continue # it ended meanwhile
    thread=${task##*/} old=$now
    if ((old >= nice)); then
      kept=$((kept + 1))
    elif $dry_run; then
      printf 'would renice: process %s thread %s from %s to %s\n' "$pid" "$thread" "$old" "$nice"
    else
      problem=$(renice --priority "$nice" -p "$thread" 2>&1 >/dev/null) || true
      if ! look "$task/stat"; then
        continue
      elif ((now == nice)); then
        printf 'reniced: process %s thread %s from %s to %s\n' "$pid" "$thread" "$old" "$nice"
        changed=$((changed + 1))
      else
        printf 'could not renice thread %s: %s\n' "$thread" "${problem:-it stayed at $now}" >&2
        failed=$((failed + 1))
      fi
    fi
  done
done

# Between control groups their weights count, and a nice value only within the group. In version 2 a group is one of its
# own for the CPU when it has a weight; otherwise it belongs to the next one above that has.
group=''
while IFS=: read -r _ controllers path; do
  case ,$controllers, in
    *,cpu,*) group=${path#/} ;;
    ,,)
      while [[ -n $path && ! -e /sys/fs/cgroup$path/cpu.weight ]]; do path=${path%/*}; done
      group=${group:-${path#/}}
      ;;
  esac
done <"/proc/${pids[0]}/cgroup" || true
session='' autogroups=/proc/sys/kernel/sched_autogroup_enabled
if [[ -r /proc/${pids[0]}/autogroup && -r $autogroups ]] && (($(<"$autogroups") == 1)); then read -r session _ <"/proc/${pids[0]}/autogroup" || session=''; fi
if [[ -n $group ]]; then
  printf 'note: the kernel shares the CPU between control groups first: this value counts only against processes of /%s, where process %s is\n' "${group//[[:cntrl:]]/?}" "${pids[0]}"
elif [[ -n $session ]]; then
  printf 'note: the kernel shares the CPU between sessions first: against processes of others the weight of the session counts, not this value\n'
  printf '  the whole session of process %s (%s) yields by, as root: echo %d >/proc/%s/autogroup\n' "${pids[0]}" "${session#/}" "$nice" "${pids[0]}"
fi
printf 'not changed: what is called %s and starts later\n%d changed, %d nice enough already, %d failed\n' "$name" "$changed" "$kept" "$failed"
((failed == 0)) || exit 1
