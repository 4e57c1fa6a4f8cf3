#!/usr/bin/env bash
# Start a systemd service that is not running, and check that it stays up.
#
# Undo: systemctl stop UNIT stops it again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: start-service --service NAME [--watch S] [--dry-run]

Start the unit NAME unless it runs already, then watch it for S seconds (default 5): it must be
active at the end, with the same main process as at the start. Of a unit that runs nothing itself
(postgresql and openvpn on Debian) what belongs to it must run. A service of init.d of which no process
is left is active for systemd and fails here, and so does a unit whose conditions are not met. A unit
that systemd gave up on is reset first. Whether it starts at boot is not changed. When it fails, its
last log lines are shown.

  --service NAME  unit to start, with or without .service
  --watch S       seconds it must stay up, 0 to 999
  --dry-run       say what would be started, start nothing
  --help          show this text

Exit status: 0 it runs, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'start-service: %s\n' "$2" >&2
  exit "$1"
}

service='' watch=5 dry_run=false
while (($# > 0)); do
  case $1 in
    --service | --watch)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --service) service=$2 ;;
        --watch) watch=$2 ;;
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

[[ -n $service ]] || die 2 "--service is needed"
[[ $service =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--service takes the name of a systemd unit, not '$service'"
unit=$service
[[ $unit =~ \.(service|socket|timer)$ ]] || unit=$unit.service
[[ $watch =~ ^[0-9]{1,3}$ ]] || die 2 "--watch takes 0 to 999 seconds, not '$watch'"
watch=$((10#$watch))
command -v systemctl >/dev/null || die 3 "systemctl is not installed"

property() { systemctl show --property="$1" -- "$unit" | sed -n "s/^$1=//p"; }

load=$(property LoadState) || die 3 "systemd does not answer on this host"
[[ $load != not-found ]] || die 3 "no such unit: $unit"
[[ $load != masked ]] || die 3 "$unit is masked; somebody forbade to start it (systemctl unmask allows it again)"
[[ $load == loaded ]] || die 3 "$unit cannot be used, its load state is: ${load:-unknown}"

give_up() {
  printf '%s: %s; its last log lines:\n' "$unit" "$1" >&2
  journalctl --unit="$(property Id)" --lines=20 --no-pager >&2 || true
  exit 1
}

# Active, and after the watch still active as the same process; a finished one-shot unit is fine.
stays_up() {
  local pid i
  if [[ $(property Type) == oneshot && $(property ActiveState) == inactive ]]; then
    [[ $(property Result) == success ]]
    return
  fi
  pid=$(property MainPID)
  for ((i = 0; i < watch; i++)); do
    sleep 1
    [[ $(property ActiveState) =~ ^(active|activating|reloading)$ ]] || return 1
  done
  [[ $(property ActiveState) == active && $(property MainPID) == "$pid" ]]
}

state_of() { systemctl show --property=ActiveState -- "$1" | sed -n 's/^ActiveState=//p'; } # UNIT
# Behind an umbrella, such as Debian's postgresql.service, one unit for each cluster does the work.
parts_down() { # prints what belongs to the unit and does not run
  local part parts now i
  [[ $(property Type) == oneshot && $(property MainPID) == 0 ]] || return 0
  read -r -a parts <<<"$(property ConsistsOf)"
  if ((${#parts[@]} == 0)) && [[ $(property ActiveState) == active && $(property ExecStart) =~ path=(/usr)?/bin/true\  ]]; then
    printf ' %s…@NAME (it runs nothing itself, and nothing belongs to it yet)' "${unit%.service}"
  fi
  for part in ${parts[@]+"${parts[@]}"}; do
    for ((i = 0; i < 30; i++)); do
      now=$(state_of "$part")
      [[ $now == *activating ]] || break
      sleep 1
    done
    [[ $now == active || $now == reloading ]] || printf ' %s (%s)' "$part" "$now"
  done
}

# Of a service of init.d systemd calls active what has no process left.
hollow() { [[ $unit == *.service && $(property Type) != oneshot && $(property SubState) == exited ]]; }

before=$(property ActiveState)
if [[ $before == active || $before == reloading ]]; then
  down=$(parts_down)
  [[ -z $down ]] || die 1 "$unit is $before, but this that belongs to it does not run, start it by its name:$down"
  ! hollow || die 1 "$unit is $before for systemd, but no process of it is left: if it ought to have one, systemctl restart $unit"
  printf 'runs already: %s (main process %s)\n' "$unit" "$(property MainPID)"
  exit 0
fi
if $dry_run; then
  printf 'would start: %s (now %s)\n' "$unit" "$before"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"

# After too many failed starts systemd refuses another one until the count is reset.
if [[ $before == failed ]]; then
  systemctl reset-failed -- "$unit" || true
fi
began=$(date +%s)
systemctl start -- "$unit" || give_up 'the start failed'
# systemd calls that a success, and may have forgotten the unit by now; its journal tells.
said=$(journalctl --unit="$unit" --since="@$began" --output=cat --no-pager 2>/dev/null) || said=''
[[ $said != *'skipped because of an unmet condition'* && $said != *'Condition check resulted in '*' being skipped'* ]] || give_up 'systemd skipped the start, as its conditions are not met'
stays_up || give_up 'it was started but did not stay up'
! hollow || give_up 'it was started, and no process of it is left'
down=$(parts_down)
[[ -z $down ]] || give_up "it was started, but this that belongs to it does not run (journalctl -u NAME tells why):$down"
printf 'started: %s was %s, now %s (main process %s)\n' \
  "$unit" "$before" "$(property ActiveState)" "$(property MainPID)"

boot=$(property UnitFileState)
if [[ $boot == disabled ]]; then
  printf 'note: %s is not enabled, so it will not start at the next boot\n' "$unit"
fi
