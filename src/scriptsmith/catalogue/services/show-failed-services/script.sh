#!/usr/bin/env bash
# Show the systemd units that have failed, why, and their last log lines.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-failed-services [--lines N]

List every unit that systemd holds for failed: since when, with what result and exit code, and the
last N lines (default 5) of its log. Services that died and wait for their next start, as in a crash
loop, are not held for failed; they are listed the same way, and so are those that are just being
started again. One that runs for a while between two crashes is told by how often systemd has started
it again. Logs of other users' units are visible to root only.

  --lines N  log lines for each unit, 0 to 9999
  --help     show this text

Exit status: 0 done (whether units have failed or not), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-failed-services: %s\n' "$2" >&2
  exit "$1"
}

lines=5
while (($# > 0)); do
  case $1 in
    --lines)
      (($# >= 2)) || die 2 "$1 needs a value"
      lines=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $lines =~ ^[0-9]{1,4}$ ]] || die 2 "--lines takes a whole number up to 9999, not '$lines'"
lines=$((10#$lines))
command -v systemctl >/dev/null || die 3 "systemctl is not installed"

listing=$(systemctl list-units --state=failed,auto-restart,auto-restart-queued --all --plain --no-legend --no-pager --full) ||
  die 3 "systemd does not answer on this host"

units=() waiting=0 starting=0
while read -r unit _ _ state _; do
  if [[ -n $unit ]]; then units+=("$unit"); fi
  if [[ $state == auto-restart* ]]; then waiting=$((waiting + 1)); fi
done <<<"$listing"

# Blocks of "Key=value" lines, one for each service, parted by an empty line.
services=$(systemctl show --property=Id --property=NRestarts --property=ActiveState --property=ActiveEnterTimestamp -- '*.service') ||
  die 1 "the services could not be looked at"
again=()
id='' restarts='' state='' since=''
while IFS='=' read -r key value; do
  case $key in
    Id) id=$value ;;
    NRestarts) restarts=$value ;;
    ActiveState) state=$value ;;
    ActiveEnterTimestamp) since=$value ;;
    '')
      if [[ ${restarts:-0} == 0 || " ${units[*]-} " == *" $id "* ]]; then state=known; fi
      case $state in
        active | reloading) again+=("$id, $restarts times, runs since $since") ;;
        activating | deactivating) units+=("$id") starting=$((starting + 1)) ;; # a start that fails late is rarely seen waiting
      esac
      id='' restarts='' state='' since=''
      ;;
  esac
done <<<"$services"$'\n'
((${#again[@]} == 0)) || printf 'started again by systemd after it ended: %s\n' "${again[@]}"

if ((${#units[@]} == 0)); then
  printf 'no failed units\n'
  exit 0
fi

printf 'failed units: %d\n' "$((${#units[@]} - waiting - starting))"
((waiting == 0)) || printf 'services that died and wait for their next start: %d\n' "$waiting"
((starting == 0)) || printf 'services that died and are just being started again, or stopped: %d\n' "$starting"
for unit in "${units[@]}"; do
  description='' result='' code='' since='' restarts='' sub=''
  while IFS='=' read -r key value; do
    case $key in
      Description) description=$value ;;
      Result) result=$value ;;
      ExecMainStatus) code=$value ;;
      InactiveEnterTimestamp) since=$value ;;
      NRestarts) restarts=$value ;;
      SubState) sub=$value ;;
    esac
  done < <(systemctl show --property=Description --property=Result --property=ExecMainStatus \
    --property=InactiveEnterTimestamp --property=NRestarts --property=SubState -- "$unit")
  printf '\n%s (%s)\n' "$unit" "${description:-no description}"
  # With a new start the result of the one before is forgotten, and its last words stand some lines further up.
  earlier=0
  if [[ $sub == start* ]]; then result="not known yet ($sub)" code='not known yet' earlier=5; fi
  printf '  result %s, exit status %s, automatic restarts %s, since %s\n' \
    "${result:-unknown}" "${code:-unknown}" "${restarts:-0}" "${since:-unknown}"
  if ((lines > 0)) && command -v journalctl >/dev/null; then
    log=$(journalctl --unit="$unit" --lines="$((lines + earlier))" --no-pager --quiet 2>&1) || true
    printf '%s\n' "${log:-(no log lines visible)}" | sed 's/^/  | /'
  fi
done
