#!/usr/bin/env bash
# Set how much memory a systemd service may use at most, at once and for good.
#
# Undo: systemctl set-property UNIT MemoryMax=FORMER with the former value, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-service-memory-limit --service NAME --memory N [--force CHOICE] [--sys-root DIR]
       [--dry-run]

Set MemoryMax of the unit NAME through systemctl set-property: it holds at once and after a
reboot. When the service reaches it and nothing can be reclaimed, the kernel kills one of its
processes; swap is not counted. A limit below what it uses now (file cache included), with a tenth
to spare, is refused unless --force yes is given. So is a unit that only stands for others, as
postgresql.service does on Debian, and one with a drop-in that would win over it. Two seconds later it looks whether the service still runs.

  --service NAME  systemd unit, with or without .service
  --memory N      most memory that it may use, in MiB
  --force CHOICE  yes: set it even below what the service uses now (default no)
  --sys-root DIR  where sysfs is mounted (default /sys)
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 the limit holds, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-service-memory-limit: %s\n' "$2" >&2
  exit "$1"
}

service='' memory='' force=no sys=/sys dry_run=false
while (($# > 0)); do
  case $1 in
    --service | --memory | --force | --sys-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --service) service=$2 ;;
        --memory) memory=$2 ;;
        --force) force=$2 ;;
        --sys-root) sys=$2 ;;
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

[[ -n $service ]] || die 2 "--service is needed (see --help)"
[[ -n $memory ]] || die 2 "--memory is needed (see --help)"
[[ $memory =~ ^0*[1-9][0-9]{0,7}$ ]] || die 2 "--memory takes a whole number of MiB above 0, not '$memory'"
memory=$((10#$memory))
((memory >= 16)) || die 2 "--memory of $memory MiB would let nothing start; 16 is the least"
[[ $force == yes || $force == no ]] || die 2 "--force takes yes or no, not '$force'"
[[ $service =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--service takes the name of a systemd unit, not '$service'"
unit=$service
[[ $unit =~ \.(service|socket|timer|mount|path|target|slice|scope)$ ]] || unit=$unit.service
for tool in systemctl sed sleep grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

property() { systemctl show --property="$1" -- "$unit" | sed -n "s/^$1=//p"; }
load=$(property LoadState) || die 3 "systemd does not answer on this host"
[[ $load != not-found ]] || die 3 "no such unit: $unit"
[[ $unit == *.service || $unit == *.slice || $unit == *.scope ]] || die 2 "$unit has no processes to limit"
[[ $load == loaded ]] || die 3 "$unit is $load"
[[ $(property SubState) != exited ]] ||
  die 3 "refused: no process runs in $unit (active, exited); those that are meant belong to other units, such as ${unit%.service}@NAME.service"
bytes=$((memory * 1048576)) LC_ALL=C # names of drop-ins are compared as systemd does it

before=$(property MemoryMax) current=$(property MemoryCurrent)
# infinity, and older versions' largest number, mean that there is no limit.
told() {
  if [[ $1 =~ ^[0-9]{1,18}$ ]]; then printf '%d MiB' $(($1 / 1048576)); else printf 'no limit'; fi
}
printf '%s: limit %s (MemoryMax=%s), in use ' "$unit" "$(told "$before")" "$before"
if [[ $current =~ ^[0-9]{1,18}$ ]]; then
  printf '%d MiB\n' $((current / 1048576))
  [[ $force == yes ]] || ((current * 11 / 10 < bytes)) ||
    die 3 "refused: $unit uses $((current / 1048576)) MiB now; with $memory MiB the kernel could soon kill it (--force yes)"
else
  printf 'unknown (it does not run, or memory is not accounted)\n'
fi

held() { # does the kernel hold the limit that systemd has noted? where the unit has no control group it cannot
  local group file
  group=$(property ControlGroup) held=none
  [[ -n $group ]] || return 0
  for file in "$sys/fs/cgroup$group/memory.max" "$sys/fs/cgroup/memory$group/memory.limit_in_bytes"; do
    if [[ -r $file ]]; then read -r held <"$file"; fi
  done
  [[ $held == "$bytes" ]]
}
if [[ $before == "$bytes" ]] && held; then
  printf 'nothing to change: the limit is %d MiB already\n' "$memory"
  exit 0
fi
# Drop-ins are read by name, whatever their directory: what comes after the one of set-property wins at the next reload.
read -r -a dropins <<<"$(property DropInPaths)"
for file in ${dropins[@]+"${dropins[@]}"}; do
  [[ ${file##*/} > 50-MemoryMax.conf && -r $file ]] || continue
  if grep -q -E '^[[:space:]]*Memory(Max|Limit)[[:space:]]*=' -- "$file"; then
    die 3 "$file sets it too and is read later, so it would win at the next daemon-reload or boot; change it there"
  fi
done
if $dry_run; then
  printf 'would set: MemoryMax=%d MiB for %s\n' "$memory" "$unit"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
main=$(property MainPID)
systemctl set-property -- "$unit" "MemoryMax=$bytes" || die 1 "systemd did not take the limit"
after=$(property MemoryMax)
[[ $after == "$bytes" ]] || die 1 "the limit is MemoryMax=$after, not $bytes"
# With control groups of version 1 the kernel does not take less than what is in use, and systemd keeps that to itself.
held || die 1 "systemd has noted the limit, and the kernel does not hold it (its limit: $held)"
printf 'set: %s may use %d MiB (before: %s); swap does not count (MemorySwapMax limits that)\n' "$unit" "$memory" "$(told "$before")"
# The kernel kills what does not fit a moment later.
sleep 2
state=$(property ActiveState)
if [[ $state == failed ]]; then die 1 "$unit is failed now: $(property Result)"; fi
if [[ $main =~ ^[1-9] && $(property MainPID) != "$main" ]]; then die 1 "the main process of $unit ended, with state $state now: was it killed?"; fi
