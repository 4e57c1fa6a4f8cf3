#!/usr/bin/env bash
# Stop one process by its number: SIGTERM, a wait, and only on request SIGKILL.
#
# Undo: none; start the program again the way it was started (its command line is printed).
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: stop-process-by-pid --pid PID [--timeout N] [--then CHOICE] [--dry-run]

Send SIGTERM to process PID and wait until it has ended; with --then sigkill, SIGKILL follows if
it has not. Process 1, kernel threads, and the shells and sessions this script runs under are
refused, and so are the main process of a service of systemd, which systemctl stops, and programs by
whose name the way into the host, its network or its containers hang on them. SIGKILL of one process
of PostgreSQL is refused: the server would end all the others, and recover. A number that another
program took over meanwhile is not signalled, nor is a single thread. Other processes of a service
can be stopped; its unit is named, for it may start them again.

  --pid PID      number of the process
  --timeout N    seconds to wait for it to end after SIGTERM, 0 to 600 (default 10)
  --then CHOICE  what follows when it still runs after the wait: nothing or sigkill (default
                 nothing)
  --dry-run      say what would be done, change nothing
  --help         show this text

Exit status: 0 it does not run, 1 it still runs, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'stop-process-by-pid: %s\n' "$2" >&2
  exit "$1"
}

pid='' timeout=10 then=nothing dry_run=false
while (($# > 0)); do
  case $1 in
    --pid | --timeout | --then)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pid) pid=$2 ;;
        --timeout) timeout=$2 ;;
        --then) then=$2 ;;
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

[[ -n $pid ]] || die 2 "--pid is needed (see --help)"
# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
[[ $pid =~ ^[1-9][0-9]{0,6}$ ]] || die 2 "--pid takes the number of a process, not '$pid'"
whole "$timeout" 0 600 || die 2 "--timeout takes 0 to 600 seconds, not '$timeout'"
[[ $then == nothing || $then == sigkill ]] || die 2 "--then takes nothing or sigkill, not '$then'"
timeout=$((10#$timeout))
[[ -r /proc/self/stat ]] || die 3 "/proc is not mounted"

# Without these nobody gets in, or the host loses its network or its services. Their sessions have such names, too.
# This is for what systemd does not run; its services are known by their unit.
vital() {
  case $1 in
    sshd | sshd-* | dropbear | init | systemd | systemd-* | dbus-daemon | dbus-broker* | NetworkManager | dhclient | dhcpcd | \
      wpa_supplicant | containerd-shim* | login | mosh-server | dockerd | containerd | podman | conmon | crio | kubelet | k3s* | \
      openvpn | tailscaled | wg-quick | charon* | pppd | keepalived | cron | crond | udevd | elogind | polkitd | sssd* | runsvdir | teamd | ovs-vswitchd | ovsdb-server | zerotier-one | iwd | amazon-ssm-agen* | ssm-agent-worke* | ssm-session-wor* | \
      supervisord | s6-svscan) return 0 ;;
  esac
  return 1
}

# Sets $parent, $flags and $start of a process that runs; fails for one that ended or is a zombie.
look() {
  local stat='' fields
  { IFS= read -r -d '' stat <"/proc/$1/stat"; } 2>/dev/null || [[ -n $stat ]] || return 1
  # shellcheck disable=SC2206  # numbers; before Bash 5.1 a here-string would need room on a disk
  fields=(${stat##*) })
  state=${fields[0]:-X}
  [[ $state != [ZX] ]] || return 1
  parent=${fields[1]} flags=${fields[6]} start=${fields[19]}
}

state=''
if ! look "$pid"; then
  if [[ $state == Z ]]; then die 3 "process $pid is a zombie: it has ended, its parent must collect it"; fi
  # /proc may hide it (hidepid); the kernel says whether there is one.
  said=$(LC_ALL=C kill -0 "$pid" 2>&1) && said='Operation'
  [[ $said == *'No such process'* ]] || die 3 "process $pid runs, but cannot be looked at; run as its owner or as root"
  printf 'no process %s is running\n' "$pid"
  exit 0
fi
born=$start
group=$({ sed -n 's/^Tgid:[[:space:]]*//p' "/proc/$pid/status"; } 2>/dev/null) || group=''
[[ $group =~ ^[0-9]+$ ]] || die 3 "process $pid cannot be looked at; run as its owner or as root"
[[ $group == "$pid" ]] || die 3 "refused: $pid is a thread of process $group, and would end all of it"
((!(flags & 0x200000))) || die 3 "refused: process $pid is a kernel thread"
[[ $pid != 1 ]] || die 3 "refused: process 1 is init"
{ IFS= read -r name <"/proc/$pid/comm"; } 2>/dev/null || name=''
! vital "$name" || die 3 "refused: the way into the host, or all of it, may depend on $name; use systemctl, or do it by hand"
if [[ $then == sigkill && ($name == postgres || $name == postmaster) ]]; then
  die 3 "refused: when one process of PostgreSQL is killed, the server ends all sessions and recovers; SIGTERM alone ends one session, as pg_terminate_backend does"
fi
# The main process of a service: systemd says so, or, where it does not answer, its parent is process 1.
unit=$({ sed -nE 's,^(0|[0-9]+:name=systemd)::?(.*/)?([^/]+\.service|(docker|libpod|crio|cri-containerd)-[^/]+\.scope)(/.*)?$,\3,p' "/proc/$pid/cgroup"; } 2>/dev/null | head -n 1) || unit=''
if [[ -n $unit && $unit != user@*.service ]]; then
  main=$(systemctl show --property=MainPID -- "$unit" 2>/dev/null) || main=''
  main=${main#MainPID=}
  if [[ $main == "$pid" || (! $main =~ ^[1-9] && $parent == 1) ]]; then
    die 3 "refused: process $pid is the main process of ${unit//[[:cntrl:]]/?}; systemctl stop does it, and undoes it with start"
  fi
  printf 'process %s belongs to %s, which may start it again\n' "$pid" "${unit//[[:cntrl:]]/?}"
fi
above=$$
while ((above > 0)); do
  [[ $above != "$pid" ]] || die 3 "refused: this script runs under process $pid"
  look "$above" || break
  above=$parent
done
still() { look "$pid" && [[ $start == "$born" ]]; }

argv=() line=''
{ mapfile -d '' -t argv <"/proc/$pid/cmdline"; } 2>/dev/null || true
((${#argv[@]} == 0)) || printf -v line ' %q' "${argv[@]}"
printf 'process %s:%s\n' "$pid" "${line:- $name}"
children=$(cat "/proc/$pid/task/"*/children 2>/dev/null) || children=''
[[ -z $children ]] || printf 'note: what it has started may go on without it: %s\n' "${children% }"
kill -0 "$pid" 2>/dev/null || die 3 "not permitted to stop process $pid; run as its owner or as root"
if $dry_run; then
  printf 'would send SIGTERM to %s and wait %d s' "$pid" "$timeout"
  if [[ $then == sigkill ]]; then printf ', then SIGKILL'; fi
  printf '\n'
  exit 0
fi

await() { # SECONDS: fails when it still runs after that
  local deadline=$((SECONDS + $1))
  while still; do
    ((SECONDS < deadline)) || return 1
    sleep 0.1
  done
}

if still; then kill -TERM "$pid" 2>/dev/null || true; fi
if await "$timeout"; then
  printf 'stopped: %s ended after SIGTERM\n' "$pid"
  exit 0
fi
[[ $then == sigkill ]] || die 1 "$pid still runs $timeout s after SIGTERM (--then sigkill goes on to SIGKILL)"
if still; then kill -KILL "$pid" 2>/dev/null || true; fi
if await 5; then
  printf 'stopped: %s was killed with SIGKILL\n' "$pid"
  exit 0
fi
look "$pid" || true
die 1 "$pid survived SIGKILL (state $state; D waits for a device and cannot be killed)"
