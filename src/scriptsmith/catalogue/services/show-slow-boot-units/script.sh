#!/usr/bin/env bash
# Show the time that the last boot took, the units that took longest, and the chain that held it up.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-slow-boot-units [--limit N]

Print the time of the last boot by phase, the N units that took longest to start, and the critical
chain: the units that others waited for. A slow unit that nobody waits for costs no boot time, so
look at the chain first. The shutdown before a reboot is no part of the boot, and without EFI neither
are firmware and boot loader; both are told. Of a unit that was started since the boot, or again,
systemd only keeps the latest start: it is named apart. Services of Type=simple count as started at once.

  --limit N  how many units to show, 1 to 200 (default 10)
  --help     show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-slow-boot-units: %s\n' "$2" >&2
  exit "$1"
}

limit=10
while (($# > 0)); do
  case $1 in
    --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      limit=$2
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
whole "$limit" 1 200 || die 2 "--limit takes a whole number from 1 to 200, not '$limit'"
limit=$((10#$limit))
for tool in systemd-analyze systemctl sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# It fails while jobs of the boot are still running, as with one that hangs.
if ! summary=$(systemd-analyze --no-pager time 2>&1); then
  printf '%s\n' "$summary" >&2
  die 3 "no times of this boot (if it has not finished, systemctl list-jobs names what it waits for)"
fi
[[ -n $summary ]] || die 1 "systemd-analyze told nothing"
printf '%s\n' "$summary"
unseen=''
[[ $summary == *'(firmware)'* || $summary == *'(loader)'* ]] || unseen=', and firmware and boot loader, which tell no times on this machine'
printf 'not counted: the shutdown before%s\n' "$unseen"

slow=$(systemd-analyze --no-pager blame) || die 1 "systemd-analyze could not list the units"
printf '\nslowest units:\n'
if [[ -n $slow ]]; then
  mapfile -t lines < <(printf '%s\n' "$slow")
  booted=$(systemctl show --property=FinishTimestampMonotonic | sed -n 's/^[^=]*=//p') || booted=''
  mapfile -t begun < <(systemctl show --property=InactiveExitTimestampMonotonic -- "${lines[@]##* }" 2>/dev/null | sed -n 's/^[^=]*=//p')
  shown=0 later=''
  for i in "${!lines[@]}"; do
    if [[ $booted =~ ^[1-9] && ${begun[i]-} =~ ^[1-9] ]] && ((begun[i] > booted)); then
      later+=" ${lines[i]##* }"
    elif ((shown < limit)); then
      printf '%s\n' "${lines[i]}"
      shown=$((shown + 1))
    fi
  done
  printf '(%d units in all)\nnever in this list: services of Type=simple, which count as started at once\n' "${#lines[@]}"
  [[ -z $later ]] || printf 'left out, as they were started since the boot, or again (below, too, their time is that of the later start):%s\n' "$later"
else
  printf 'none is listed\n'
fi

printf '\n'
systemd-analyze --no-pager critical-chain || printf 'the critical chain is not known\n'
