#!/usr/bin/env bash
# Stop every process of a given name: SIGTERM, a wait, and only on request SIGKILL.
#
# Undo: none; start the program again the way it was started (the command lines are printed).
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: stop-process-by-name --name NAME [--timeout S] [--force yes|no] [--max N] [--dry-run]

Send SIGTERM to every process whose program is called exactly NAME, wait up to S seconds (default
10) for them to end, and check that they did. Process 1, this script and the shells and sessions it
runs under are never stopped: if one of them has that name, nothing is stopped at all. A program
that systemd runs is better stopped with systemctl, or it may be started again, later than this looks:
its unit is named. What runs in containers on this host has its name, too; the scope of the container is
named. When only an interpreter runs a file called NAME, or a process was started as NAME, or gives
itself a title that begins so, and has another name now (Node.js, puma), nothing is stopped, and it is named. SIGKILL of PostgreSQL is refused: it would end all sessions and recover.

  --name NAME    exact name, without directory and arguments
  --timeout S    seconds to wait after SIGTERM, 0 to 600
  --force CHOICE yes: send SIGKILL to what is left after the wait (default no)
  --max N        refuse when more than N processes match (default 20)
  --dry-run      list what would be stopped, stop nothing
  --help         show this text

Exit status: 0 none is left, 1 some still run, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'stop-process-by-name: %s\n' "$2" >&2
  exit "$1"
}

name='' timeout=10 force=no most=20 dry_run=false
while (($# > 0)); do
  case $1 in
    --name | --timeout | --force | --max)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --timeout) timeout=$2 ;;
        --force) force=$2 ;;
        --max) most=$2 ;;
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
whole "$timeout" 0 600 || die 2 "--timeout takes 0 to 600 seconds, not '$timeout'"
[[ $force == yes || $force == no ]] || die 2 "--force takes yes or no, not '$force'"
whole "$most" 1 9999 || die 2 "--max takes a whole number from 1 to 9999, not '$most'"
timeout=$((10#$timeout)) most=$((10#$most))
[[ -r /proc/self/stat ]] || die 3 "/proc is not mounted"

# Without these nobody gets in, or the host loses its network or its services. Their sessions have such names, too.
vital() {
  case $1 in
    sshd | sshd-* | dropbear | init | systemd | systemd-* | dbus-daemon | dbus-broker* | NetworkManager | dhclient | dhcpcd | \
      wpa_supplicant | containerd-shim* | login | mosh-server | dockerd | containerd | podman | conmon | crio | kubelet | k3s* | \
      openvpn | tailscaled | wg-quick | charon* | pppd | keepalived | cron | crond | udevd | elogind | polkitd | sssd* | runsvdir | teamd | ovs-vswitchd | ovsdb-server | zerotier-one | iwd | amazon-ssm-agen* | ssm-agent-worke* | ssm-session-wor* | \
      supervisord | s6-svscan) return 0 ;;
  esac
  return 1
}
! vital "$name" || die 3 "refused: the way into the host, or all of it, may depend on $name; use systemctl, or stop one process by hand"

# Sets $parent, $flags and $start of a process that still runs; fails for one that ended or is a zombie.
look() {
  local stat='' fields
  { IFS= read -r -d '' stat <"/proc/$1/stat"; } 2>/dev/null || [[ -n $stat ]] || return 1
  # shellcheck disable=SC2206  # numbers; before Bash 5.1 a here-string would need room on a disk
  fields=(${stat##*) })
  [[ ${fields[0]:-X} != [ZX] ]] || return 1
  parent=${fields[1]} flags=${fields[6]} start=${fields[19]}
}

# Fills $found (pid -> start time) with the processes of that name, without kernel threads
# (PF_KTHREAD; a number tells nothing in a container). The kernel keeps 15 characters of a name; a
# longer one is looked up in the command line.
find_named() {
  local file pid comm argv first second
  found=()
  for file in /proc/[0-9]*/comm; do
    pid=${file#/proc/} pid=${pid%/comm} comm='' argv=()
    { IFS= read -r comm <"$file"; } 2>/dev/null && [[ $comm == "${name:0:15}" ]] || continue
    if ((${#name} > 15)); then
      { mapfile -d '' -t -n 2 argv <"/proc/$pid/cmdline"; } 2>/dev/null || continue
      first=${argv[0]-} second=${argv[1]-}
      [[ ${first##*/} == "$name" || ${second##*/} == "$name" ]] || continue
    fi
    if look "$pid" && ((!(flags & 0x200000))); then found[$pid]=$start; fi
  done
}

# Leaves in $scripts the processes of interpreters that run a file of that name: after #!/usr/bin/env node they are called node;
# and those that were started by that name, and have taken another one.
find_scripts() {
  local file pid argv first word
  scripts=()
  for file in /proc/[0-9]*/cmdline; do
    pid=${file#/proc/} pid=${pid%/cmdline} argv=()
    { mapfile -d '' -t -n 5 argv <"$file"; } 2>/dev/null || continue
    first=${argv[0]-}
    [[ $first != "$name"[\ :]* ]] || first=$name # a title that it has given itself: puma 5.6 (…), gunicorn: master
    case ${first##*/} in
      "$name") # its main thread may be called MainThread; a zombie has no command line
        if [[ $pid != "$$" ]] && look "$pid" && ((!(flags & 0x200000))); then scripts+=("$pid"); fi
        continue
        ;;
      python* | node* | ruby* | perl* | php* | bash | sh | dash | ksh | zsh) ;;
      *) continue ;;
    esac
    for word in "${argv[@]:1}"; do
      [[ $word != -* ]] || continue
      if [[ ${word##*/} == "$name" && $pid != "$$" ]]; then scripts+=("$pid"); fi
      break
    done
  done
}

same() { look "$1" && [[ $start == "${targets[$1]}" ]]; }

# Waits up to so many seconds; leaves in $left those of the targets that still run.
await() {
  local deadline=$((SECONDS + $1)) pid
  while :; do
    left=()
    for pid in "${!targets[@]}"; do
      if same "$pid"; then left+=("$pid"); fi
    done
    ((${#left[@]} > 0 && SECONDS < deadline)) || return 0
    sleep 0.2
  done
}

declare -A found=() targets=() protected=([1]=1)
pid=$$ left=() scripts=()
while ((pid > 0)) && look "$pid"; do
  protected[$pid]=1 pid=$parent
done

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
find_named
if ((${#found[@]} == 0)); then
  find_scripts
  ((${#scripts[@]} == 0)) ||
    die 3 "no process is named $name, but an interpreter runs a file of that name, or what was started by it has another name now, as ${scripts[*]}: stop those by their numbers"
  printf 'no process is named %s\n' "$name"
  exit 0
fi
[[ $force == no || ($name != postgres && $name != postmaster) ]] ||
  die 3 "refused: when one process of PostgreSQL is killed, the server ends all sessions and recovers; use systemctl or pg_ctlcluster"
((${#found[@]} <= most)) || die 3 "${#found[@]} processes are named $name, more than --max $most"
for pid in "${!found[@]}"; do
  targets[$pid]=${found[$pid]}
  [[ -z ${protected[$pid]:-} ]] || die 3 "refused: process $pid is process 1 or a shell or session this script runs under"
  kill -0 "$pid" 2>/dev/null || ! same "$pid" || die 3 "not permitted to stop process $pid; run as its owner or as root"
done

for pid in "${!targets[@]}"; do
  unit=$({ sed -nE 's,^(0|[0-9]+:name=systemd)::?(.*/)?([^/]+\.service|(docker|libpod|crio|cri-containerd)-[^/]+\.scope)(/.*)?$,\3,p' "/proc/$pid/cgroup"; } 2>/dev/null | head -n 1) || unit=''
  [[ -z $unit || $unit == user@*.service ]] || printf 'process %s belongs to %s, which may start it again\n' "$pid" "${unit//[[:cntrl:]]/?}"
  argv=()
  { mapfile -d '' -t argv <"/proc/$pid/cmdline"; } 2>/dev/null || true
  line="${argv[*]}"
  if $dry_run; then
    printf 'would stop: %s  %s\n' "$pid" "${line//[[:cntrl:]]/ }"
  elif same "$pid"; then
    kill -TERM "$pid" 2>/dev/null || true
    printf 'sent SIGTERM: %s  %s\n' "$pid" "${line//[[:cntrl:]]/ }"
  fi
done
$dry_run && exit 0

await "$timeout"
if ((${#left[@]} > 0)) && [[ $force == yes ]]; then
  for pid in "${left[@]}"; do
    same "$pid" || continue
    kill -KILL "$pid" 2>/dev/null || true
    printf 'sent SIGKILL: %s\n' "$pid"
  done
  await 5
fi
((${#left[@]} == 0)) || die 1 "still running: ${left[*]} (--force yes sends SIGKILL after the wait)"

sleep 1 # what starts it anew takes a moment
find_named
((${#found[@]} == 0)) || die 1 "stopped, but ${name} runs again as ${!found[*]}: something starts it anew"
printf '%d stopped, none named %s is left\n' "${#targets[@]}" "$name"
