#!/usr/bin/env bash
# Set the frequency governor of every core until the next boot, and check that each took it.
#
# Undo: run it again with the former governor, which it prints; where cores had several, the commands
# that it prints. A boot sets the default of the system again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-cpu-governor [--governor CHOICE] [--dry-run] [--sys-root DIR]

Set the governor of all cores. performance keeps the clock high, powersave with an Intel or AMD
P-state driver saves power but still speeds up under load; with other drivers it stays at the
lowest clock. Virtual machines mostly have no say in it: there it is refused.

  --governor CHOICE  governor that all cores get (default performance)
  --sys-root DIR     where sysfs is mounted (default /sys)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 all cores have it, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-cpu-governor: %s\n' "$2" >&2
  exit "$1"
}

governor=performance sys=/sys dry_run=false
while (($# > 0)); do
  case $1 in
    --governor | --sys-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --governor) governor=$2 ;;
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

case $governor in
  performance | powersave | schedutil | ondemand | conservative) ;;
  *) die 2 "--governor takes performance, powersave, schedutil, ondemand or conservative, not '$governor'" ;;
esac
shopt -s nullglob
controls=()
for control in "$sys"/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor; do
  # A core that was taken offline (SMT switched off) may keep its files, which then can be neither read nor written.
  online=1
  { read -r online <"${control%/cpufreq/*}/online"; } 2>/dev/null || true
  if [[ $online != 0 ]]; then controls+=("$control"); else printf 'note: left out, as it is offline: %s\n' "${control%/cpufreq/*}" >&2; fi
done
((${#controls[@]} > 0)) || die 3 "the cores of this host have no governor (usual in a virtual machine)"

declare -A before=()
differ=0
for control in "${controls[@]}"; do
  { read -r now <"$control"; } 2>/dev/null || die 3 "cannot read $control"
  before[$now]=$((${before[$now]:-0} + 1))
  if [[ $now != "$governor" ]]; then differ=$((differ + 1)); fi
  offered=''
  { read -r offered <"${control%/*}/scaling_available_governors"; } 2>/dev/null || true
  [[ -z $offered || " $offered " == *" $governor "* ]] || die 3 "this host offers only: $offered"
done
driver='?'
{ read -r driver <"${controls[0]%/*}/scaling_driver"; } 2>/dev/null || true
for now in "${!before[@]}"; do printf 'now: %s on %d cores (driver %s)\n' "$now" "${before[$now]}" "$driver"; done
if ((differ == 0)); then
  printf 'nothing to change: all %d cores have %s already\n' "${#controls[@]}" "$governor"
  exit 0
fi
if $dry_run; then
  printf 'would set: %s on %d cores\n' "$governor" "$differ"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
if ((${#before[@]} > 1)); then
  for control in "${controls[@]}"; do
    read -r now <"$control"
    [[ $now == "$governor" ]] || printf 'undo: echo %s >%q\n' "$now" "$control"
  done
fi
failed=0
for control in "${controls[@]}"; do
  { printf '%s\n' "$governor" >"$control"; } 2>/dev/null || true
  { read -r now <"$control"; } 2>/dev/null || now='?'
  if [[ $now != "$governor" ]]; then
    printf 'not set: %s still has %s\n' "$control" "$now" >&2
    failed=$((failed + 1))
  fi
done
((failed == 0)) || die 1 "$failed of ${#controls[@]} cores did not take it"
printf 'set: %s on all %d cores, until the next boot\n' "$governor" "${#controls[@]}"
