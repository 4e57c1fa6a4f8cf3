#!/usr/bin/env bash
# Show when the systemd timers run next, and whether their last run failed.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-next-timers [--timer NAME]

List the systemd timers with their next and last run and the unit that each starts, and mark those
whose unit failed the last time, was kept from running by a condition, or has not run since the boot,
for systemd does not remember how it ended before; and those that have no next run. Timers that are installed and
not loaded, since nobody enabled or started them, are named at the end. Neither cron jobs nor the
timers of users are among them.

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
names=() idle=()
if [[ $timer == all ]]; then
  text=$(systemctl list-units --all --type=timer --plain --no-legend --no-pager) || die 3 "systemd does not answer on this host"
  while read -r name load _; do
    [[ -z $name || $load == not-found ]] || names+=("$name")
  done <<<"$text"
  # A timer that nobody enabled is in a file only, and not among those.
  text=$(systemctl list-unit-files --type=timer --plain --no-legend --no-pager) || die 3 "systemd does not tell which timers are installed"
  while read -r name state _; do
    [[ -z $name || $name == *@.timer || $state == alias || " ${names[*]} " == *" $name "* ]] || idle+=("$name ($state)")
  done <<<"$text"
else
  [[ $timer == *.timer ]] || timer=$timer.timer
  load=$(systemctl show --property=LoadState --value -- "$timer") || die 3 "systemd does not answer on this host"
  [[ $load != masked ]] || die 3 "$timer is masked: it cannot run"
  [[ $load == loaded ]] || die 3 "the system has no timer $timer; those of users are listed by: systemctl --user list-timers --all"
  names=("$timer")
fi
if ((${#names[@]} == 0)); then
  printf 'there are no timers%s\n' "${idle[*]:+ that are loaded}"
fi

bad=0
value() { sed -n "s/^$1=//p" <<<"$properties"; }
lines=()
for name in "${names[@]}"; do
  properties=$(systemctl show --property=ActiveState,NextElapseUSecRealtime,NextElapseUSecMonotonic,LastTriggerUSec,Unit -- "$name") || continue
  unit=$(value Unit) active=$(value ActiveState) next=$(value NextElapseUSecRealtime) last=$(value LastTriggerUSec) note=''
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
    properties=$(systemctl show --property=ActiveState,Result,InactiveExitTimestampMonotonic,ConditionResult,ConditionTimestampMonotonic -- "$unit") || properties=''
    state=$(value ActiveState) result=$(value Result)
    # A unit that has not been started since the boot counts as a success.
    if [[ $(value ConditionResult) == no && $(value ConditionTimestampMonotonic) != 0 ]]; then
      note='  DID NOT RUN (a condition of its unit)'
    elif [[ -n $last && $(value InactiveExitTimestampMonotonic) == 0 ]]; then
      note='  OUTCOME NOT KNOWN (its unit has not run since the boot)'
    fi
  fi
  if [[ $active != active ]]; then
    note+='  NOT ACTIVE'
    bad=$((bad + 1))
  elif [[ $next == 'no next run' && $state != activ* ]]; then
    note+='  NO NEXT RUN'
    bad=$((bad + 1))
  fi
  if [[ -n $result && $result != success ]]; then
    note+="  LAST RUN FAILED ($result)"
    bad=$((bad + 1))
  fi
  printf -v line '%-36s next %-30s last %-30s starts %s%s' "$name" "$next" "${last:-none since the boot}" "${unit:--}" "$note"
  lines+=("$line")
done
if ((${#lines[@]} > 0)); then printf '%s\n' "${lines[@]}" && printf '%d timers of the system, %d findings; cron jobs and timers of users are not looked at\n' "${#lines[@]}" "$bad"; fi
if ((${#idle[@]} > 0)); then printf 'installed, but not loaded, so they do not run: %s\n' "${idle[*]}"; fi
((bad == 0)) || exit 1
