#!/usr/bin/env bash
# Restart a systemd service, and check that it comes up and stays up.
#
# Undo: nothing to undo; a service that was down before is stopped again with systemctl stop UNIT.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: restart-service --service NAME [--watch S] [--dry-run]

Restart the unit NAME, then watch it for S seconds (default 5): it must be active at the end, with
the same main process as at the start, so that a crash loop is not taken for success. Units that are
part of it, as the clusters of postgresql.service are on Debian, or that need it, and go down and up with
it, must be up again too. For nginx,
Apache and sshd the configuration is tested first, and a broken one stops the restart. A service
that was not running is started. A service of init.d of which no process is left is active for systemd
and fails here. When it fails, its last log lines are shown.

  --service NAME  unit to restart, with or without .service
  --watch S       seconds it must stay up, 0 to 999
  --dry-run       say what would be restarted, restart nothing
  --help          show this text

Exit status: 0 restarted and up, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'restart-service: %s\n' "$2" >&2
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

property() { systemctl show --property="$1" -- "${2-$unit}" | sed -n "s/^$1=//p"; }

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

# Of a service of init.d systemd calls active what has no process left.
hollow() { [[ $unit == *.service && $(property Type) != oneshot && $(property SubState) == exited ]]; }

before=$(property ActiveState) old_pid=$(property MainPID)
if $dry_run; then
  printf 'would restart: %s (now %s, main process %s)\n' "$unit" "$before" "$old_pid"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"

# A server with a broken configuration would go down and not come back.
test_command=()
case $unit in
  nginx.service) test_command=(nginx -t -q) ;;
  ssh.service | sshd.service) test_command=(sshd -t) ;;
  apache2.service) test_command=(apache2ctl configtest) ;;
  httpd.service) test_command=(apachectl configtest) ;;
  docker.service) printf 'note: unless live-restore is set, all containers are stopped, and those without a restart policy stay down\n' ;;
esac
if ((${#test_command[@]} > 0)) && command -v "${test_command[0]}" >/dev/null; then
  "${test_command[@]}" >&2 || die 3 "the configuration is broken (${test_command[*]}); $unit was not restarted"
fi

own=" $(property ConsistsOf) " ran=()
[[ $own != '  ' || ! $(property ExecStart) =~ path=(/usr)?/bin/true\  ]] || die 3 "$unit runs nothing itself, and nothing belongs to it: restart ${unit%.service}…@NAME (systemctl list-units '${unit%.service}*@*')"
read -r -a parts <<<"$own $(property RequiredBy) $(property BoundBy)"
for part in "${parts[@]}"; do
  if [[ $(property ActiveState "$part") == active ]]; then ran+=("$part"); fi
done

systemctl restart -- "$unit" || give_up 'the restart failed'
stays_up || give_up 'it was restarted but did not stay up'
! hollow || give_up 'it was restarted, and no process of it is left'
whole=$unit
for part in "${parts[@]}"; do
  for ((i = 0; i < 30; i++)); do
    now=$(property ActiveState "$part")
    [[ $now == *activating ]] || break
    sleep 1
  done
  if [[ ($now == failed && $own == *" $part "*) || ($now != active && " ${ran[*]} " == *" $part "*) ]]; then
    unit=$part
    give_up "it belongs to $whole or needs it, which was restarted, and is ${now:-unknown} now"
  fi
done
printf 'restarted: %s was %s, now %s (main process %s, before %s), watched for %d s\n' \
  "$unit" "$before" "$(property ActiveState)" "$(property MainPID)" "$old_pid" "$watch"
