#!/usr/bin/env bash
# Show the state of one systemd service and the last lines of its log.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-service-status-and-logs --service NAME [--lines N] [--minutes M]

Show whether the unit NAME runs, since when, whether it starts at boot, how it ended if it did, and
the last N lines (default 50) that the journal has of it, if wanted only those of the last M minutes.
What a program writes to files of its own (nginx, postgresql) is not among them. Of a unit that
runs nothing itself (postgresql and openvpn on Debian) the units that belong to it are shown as well.

  --service NAME  unit to look at, with or without .service
  --lines N       log lines to show, 0 to 9999
  --minutes M     how far to look back in the log, 0 (default) for no limit
  --help          show this text

Exit status: 0 done (whether it runs or not), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-service-status-and-logs: %s\n' "$2" >&2
  exit "$1"
}

service='' lines=50 minutes=0
while (($# > 0)); do
  case $1 in
    --service | --lines | --minutes)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --service) service=$2 ;;
        --lines) lines=$2 ;;
        --minutes) minutes=$2 ;;
      esac
      shift 2
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
[[ $lines =~ ^[0-9]{1,4}$ ]] || die 2 "--lines takes a whole number up to 9999, not '$lines'"
[[ $minutes =~ ^[0-9]{1,7}$ ]] || die 2 "--minutes takes a whole number, not '$minutes'"
lines=$((10#$lines)) minutes=$((10#$minutes))
command -v systemctl >/dev/null || die 3 "systemctl is not installed"
command -v journalctl >/dev/null || die 3 "journalctl is not installed"

properties=(Id Description LoadState ActiveState SubState UnitFileState ActiveEnterTimestamp InactiveEnterTimestamp
  StateChangeTimestamp TriggeredBy Type ConsistsOf MainPID NRestarts Result ExecMainStatus MemoryCurrent FragmentPath DropInPaths NeedDaemonReload)
declare -A value=()
shown=$(systemctl show "${properties[@]/#/--property=}" -- "$unit") || die 3 "systemd does not answer on this host"
while IFS='=' read -r key text; do
  if [[ -n $key ]]; then value[$key]=$text; fi
done <<<"$shown"
[[ ${value[LoadState]:-not-found} != not-found ]] || die 3 "no such unit: $unit"

line() { if [[ -n $2 ]]; then printf '  %-16s %s\n' "$1" "$2"; fi; }

printf '%s - %s\n' "$unit" "${value[Description]:-no description}"
line 'state' "${value[ActiveState]:-unknown} (${value[SubState]:-unknown})"
case ${value[ActiveState]:-} in
  active) line 'since' "${value[ActiveEnterTimestamp]:-}" ;;
  inactive | failed) line 'down since' "${value[InactiveEnterTimestamp]:-not known: it has not run since the boot, or systemd has forgotten it}" ;;
  *) line 'since' "${value[StateChangeTimestamp]:-}" ;; # on the way up or down, or waiting for its next start
esac
if [[ ${value[ActiveState]:-} != inactive && ${value[ActiveState]:-} != failed ]]; then
  line 'main process' "${value[MainPID]:-}"
fi
# Of one that it has not seen run systemd says success, too.
if [[ ${value[ActiveState]:-} != active && ${value[ActiveState]:-}${value[InactiveEnterTimestamp]:-} != inactive ]]; then
  line 'last result' "${value[Result]:-unknown}, exit status ${value[ExecMainStatus]:-unknown}"
fi
line 'loaded' "${value[LoadState]}"
line 'at boot' "${value[UnitFileState]:-}"
line 'triggered by' "${value[TriggeredBy]:-}"
line 'auto restarts' "${value[NRestarts]:-}"
# A unit without memory accounting answers with words, or with the largest number there is.
[[ ! ${value[MemoryCurrent]:-} =~ ^[0-9]{1,15}$ ]] || line 'memory' "$((value[MemoryCurrent] / 1048576)) MiB"
line 'unit file' "${value[FragmentPath]:-}"
line 'drop-ins' "${value[DropInPaths]:-}"
[[ ${value[NeedDaemonReload]:-no} != yes ]] || line 'note' 'the unit file was changed since it was read; systemctl daemon-reload is due'

# Behind an umbrella, such as Debian's postgresql.service, one unit for each cluster does the work.
parts=()
if [[ ${value[Type]:-} == oneshot && ${value[MainPID]:-0} == 0 ]]; then read -r -a parts <<<"${value[ConsistsOf]:-}"; fi
for part in ${parts[@]+"${parts[@]}"}; do
  now=$(systemctl show --property=ActiveState --property=SubState -- "$part" | sed 's/^[^=]*=//' | paste -sd ' ' -) || now=unknown
  line 'belongs to it' "$part: $now"
done

((lines > 0)) || exit 0
since=()
((minutes == 0)) || since=(--since "$minutes minutes ago")
# The journal knows a unit by its own name only, systemctl by its aliases as well (sshd, mysql).
log=$(journalctl --unit="${value[Id]:-$unit}" ${parts[@]+"${parts[@]/#/--unit=}"} --lines="$lines" "${since[@]}" --no-pager --quiet) || die 1 "cannot read the log of $unit"
printf '\nlog:\n%s\nwhat it writes to files of its own is not in the journal\n' "${log:-(no lines in the journal; as another user than root some may be hidden)}"
