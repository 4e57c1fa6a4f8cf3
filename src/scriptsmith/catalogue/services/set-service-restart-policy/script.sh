#!/usr/bin/env bash
# Set the restart policy of a systemd service by a drop-in file, and check that systemd took it.
#
# Undo: delete the drop-in file, whose name is printed, and run systemctl daemon-reload.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-service-restart-policy --service NAME [--policy CHOICE] [--delay N] [--dry-run]
       [--unit-root DIR]

Write the drop-in 50-restart.conf for the unit NAME with Restart= and RestartSec=, have systemd
read it, and check that both hold. The unit itself is not restarted. Where systemd refuses the unit with
it (before version 244, each oneshot unit that it is to restart), the drop-in is taken back. A unit that
only stands for others (postgresql.service of Debian) is refused. systemd still gives up when a service starts too often in a short time (StartLimitBurst), which a short delay does not keep it
from; what holds for this unit is told.

  --service NAME   systemd unit, with or without .service
  --policy CHOICE  when it is restarted: never, on-failure, on-abnormal, always (default
                   on-failure)
  --delay N        seconds to wait before each restart, 1 to 3600 (default 5)
  --unit-root DIR  where unit files of the administrator lie (default /etc/systemd/system)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 the policy holds, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-service-restart-policy: %s\n' "$2" >&2
  exit "$1"
}

service='' policy=on-failure delay=5 unit_root=/etc/systemd/system dry_run=false
while (($# > 0)); do
  case $1 in
    --service | --policy | --delay | --unit-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --service) service=$2 ;;
        --policy) policy=$2 ;;
        --delay) delay=$2 ;;
        --unit-root) unit_root=$2 ;;
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
# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
case $policy in
  never) policy=no ;; # as systemd says it
  on-failure | on-abnormal | always) ;;
  *) die 2 "--policy takes never, on-failure, on-abnormal or always, not '$policy'" ;;
esac
whole "$delay" 1 3600 || die 2 "--delay takes a whole number of seconds from 1 to 3600, not '$delay'"
delay=$((10#$delay))
[[ $service =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--service takes the name of a systemd unit, not '$service'"
unit=$service
[[ $unit =~ \.(service|socket|timer|mount|path|target|slice|scope)$ ]] || unit=$unit.service
command -v systemctl >/dev/null || die 3 "systemctl is not installed"

property() { systemctl show --property="$1" -- "$unit" | sed -n "s/^$1=//p"; }

load=$(property LoadState) || die 3 "systemd does not answer on this host"
[[ $load != not-found ]] || die 3 "no such unit: $unit"
[[ $unit == *.service ]] || die 2 "$unit is no service, so it has no restart policy"
[[ $load == loaded ]] || die 3 "$unit is $load"
# By its own name: an alias (mysql) is not known at boot to older systemd (239), and so not what lies in its directory.
unit=$(property Id)
[[ $policy != always || $(property Type) != oneshot ]] || die 3 "$unit runs once and ends (oneshot); systemd refuses Restart=always for it"
[[ $(property Type) != oneshot || -z $(property ConsistsOf) ]] || die 3 "refused: $unit runs nothing itself, so that systemd would never restart it; name what belongs to it: $(property ConsistsOf)"

span() { # SECONDS: as systemd writes them
  local text=''
  (($1 < 3600)) || text+="$(($1 / 3600))h "
  (($1 % 3600 < 60)) || text+="$(($1 % 3600 / 60))min "
  (($1 % 60 == 0)) || text+="$(($1 % 60))s "
  printf '%s' "${text% }"
}
wanted=$(span "$delay")
file=${unit_root:?}/${unit:?}.d/50-restart.conf
text=$(printf '[Service]\nRestart=%s\nRestartSec=%d' "$policy" "$delay")
before=$(property Restart)
printf 'before: Restart=%s RestartUSec=%s\n' "$before" "$(property RestartUSec)"

if [[ -f $file && $(cat -- "$file") == "$text" && $before == "$policy" && $(property RestartUSec) == "$wanted" && $(property NeedDaemonReload) != yes ]]; then
  printf 'nothing to change: %s says so already\n' "$file"
  exit 0
fi
if $dry_run; then
  printf 'would write %s:\n%s\n' "$file" "$text"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
former=''
if [[ -e $file ]]; then
  former=$(cat -- "$file") || die 1 "could not read $file"
  printf 'former content of %s:\n%s\n' "$file" "$former"
fi
mkdir -p -- "${file%/*}" || die 1 "could not make ${file%/*}"
printf '%s\n' "$text" >"$file" || die 1 "could not write $file"
systemctl daemon-reload || die 1 "$file is written, but systemd could not reload its unit files"

loaded=$(property LoadState)
if [[ $loaded != loaded ]]; then # such a unit cannot be started any more
  if [[ -n $former ]]; then printf '%s\n' "$former" >"$file"; else rm -f -- "$file"; fi
  systemctl daemon-reload || die 1 "$unit was ${loaded:-unknown} with $file, which is taken back, but systemd could not reload its unit files"
  die 1 "$unit was ${loaded:-unknown} with the policy, so $file was taken back (now: $(property LoadState))"
fi
after=$(property Restart)
[[ $after == "$policy" ]] || die 1 "Restart is $after, not $policy: another drop-in that sorts later sets it ($(property DropInPaths))"
[[ $(property RestartUSec) == "$wanted" ]] || die 1 "RestartSec is $(property RestartUSec), not $wanted: another drop-in that sorts later sets it ($(property DropInPaths))"
printf 'set: Restart=%s RestartUSec=%s for %s, in %s\n' "$after" "$(property RestartUSec)" "$unit" "$file"
burst=$(property StartLimitBurst) interval=$(property StartLimitIntervalUSec)
[[ $policy == no || ! $burst =~ ^[1-9] || ! $interval =~ ^[1-9] ]] ||
  printf 'note: systemd gives up when it starts more than %s times within %s\n' "$burst" "$interval"
