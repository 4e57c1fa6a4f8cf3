#!/usr/bin/env bash
# Show when the systemd timers run next, and whether their last run failed.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-next-timers [--timer NAME]

List the systemd timers with their next and last run and the unit that each starts, and mark those
whose unit failed the last time, as far as systemd remembers (not what was before the last boot), and
those that have no next run. Cron jobs are not among them.

  --timer NAME  one timer, or all (default all)
  --help        show this text

Exit status: 0 all in order, 1 a unit failed or a timer has no next run, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'show-next-timers: %s\n' "$2" >&2
  exit "$1"
}

timer=all
while (($# > 0)); do
  case $1 in
    --timer)
      (($# >= 2)) || die 2 "$1 needs a value"
      timer=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $timer =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--timer takes the name of a timer, not '$timer'"
command -v systemctl >/dev/null || die 3 "systemctl is not installed"
names=()
if [[ $timer == all ]]; then
  text=$(systemctl list-units --all --type=timer --plain --no-legend --no-pager) || die 3 "systemd does not answer on this host"
  while read -r name load _; do
    [[ -z $name || $load == not-found ]] || names+=("$name")
  done <<<"$text"
else
  [[ $timer == *.timer ]] || timer=$timer.timer
  load=$(systemctl show --property=LoadState --value -- "$timer") || die 3 "systemd does not answer on this host"
  [[ $load == loaded ]] || die 3 "no such timer: $timer"
  names=("$timer")
fi
if ((${#names[@]} == 0)); then
  printf 'there are no timers\n'
  exit 0
fi

bad=0
value() { sed -n "s/^$1=//p" <<<"$properties"; }
lines=()
for name in "${names[@]}"; do
  properties=$(systemctl show --property=ActiveState,NextElapseUSecRealtime,NextElapseUSecMonotonic,LastTriggerUSec,Unit -- "$name") || continue
  unit=$(value Unit) next=$(value NextElapseUSecRealtime) last=$(value LastTriggerUSec) note=''
  if [[ -z $next ]]; then
    # A timer that counts from the boot, its start or its last run tells the time since the boot instead.
    next=$(value NextElapseUSecMonotonic)
    if [[ -z $next || $next == infinity ]]; then
      next='no next run'
    else
      next="$next after the boot"
    fi
  fi
  # While its unit runs, a timer may have no next run yet.
  state='' result=''
  if [[ -n $unit ]]; then
    started=$(systemctl show --property=ActiveState,Result -- "$unit") || started=''
    state=$(sed -n 's/^ActiveState=//p' <<<"$started") result=$(sed -n 's/^Result=//p' <<<"$started")
  fi
  if [[ $(value ActiveState) != active ]]; then
    note='  NOT ACTIVE'
    bad=$((bad + 1))
  elif [[ $next == 'no next run' && $state != activ* ]]; then
    note='  NO NEXT RUN'
    bad=$((bad + 1))
  fi
  if [[ -n $result && $result != success ]]; then
    note+="  LAST RUN FAILED ($result)"
    bad=$((bad + 1))
  fi
  printf -v line '%-36s next %-30s last %-30s starts %s%s' "$name" "$next" "${last:-never}" "${unit:--}" "$note"
  lines+=("$line")
done
printf '%s\n' "${lines[@]}"
printf '%d timers, %d findings\n' "${#lines[@]}" "$bad"
((bad == 0)) || exit 1
