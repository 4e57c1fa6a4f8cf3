#!/usr/bin/env bash
# Have a running systemd service read its configuration anew, without a restart, and check that it
# stays up.
#
# Undo: put the former configuration back and run it again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reload-service --service NAME [--dry-run] [--settle S]

Have systemd reload the unit NAME, if it can be reloaded, and check that it runs afterwards, and that
systemd did not have to start it anew. Another main process is told. Whether the program took the new
configuration is in its own log: many go on with the former one when they find a mistake, some end.
Units that systemd reloads with this one (the clusters behind postgresql.service of Debian) are
named, and have to run afterwards, too.
The configuration of sshd and squid is tested first, for they may end at one with a mistake; test it
yourself where the program offers that (nginx -t, haproxy -c, apachectl configtest). A unit that cannot
be reloaded is refused; it needs a restart.

  --service NAME  systemd unit, with or without .service
  --settle S      seconds to wait before looking whether it still runs, 0 to 999 (default 2)
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 it is reloaded and runs, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'reload-service: %s\n' "$2" >&2
  exit "$1"
}

service='' settle=2 dry_run=false
while (($# > 0)); do
  case $1 in
    --service | --settle)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --service) service=$2 ;;
        --settle) settle=$2 ;;
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
[[ $service =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--service takes the name of a systemd unit, not '$service'"
unit=$service
[[ $unit =~ \.(service|socket|timer|mount|path|target|slice|scope)$ ]] || unit=$unit.service
[[ $settle =~ ^[0-9]{1,3}$ ]] || die 2 "--settle takes 0 to 999 seconds, not '$settle'"
command -v systemctl >/dev/null || die 3 "systemctl is not installed"

property() { systemctl show --property="$1" -- "${2-$unit}" | sed -n "s/^$1=//p"; }

load=$(property LoadState) || die 3 "systemd does not answer on this host"
[[ $load != not-found ]] || die 3 "no such unit: $unit"
state=$(property ActiveState)
[[ $state == active ]] || die 3 "$unit is $state, not running: there is nothing to reload"
[[ $(property CanReload) == yes ]] || die 3 "$unit cannot reload its configuration; it needs a restart"
before=$(property MainPID) starts=$(property NRestarts)

[[ $(property NeedDaemonReload) != yes ]] ||
  printf 'note: the unit file itself has changed on disk; that takes effect by systemctl daemon-reload, not by this\n'
# A unit such as postgresql.service of Debian does nothing itself, and hands the reload on to others.
read -r -a others <<<"$(property PropagatesReloadTo)"
running=()
for other in "${others[@]}"; do
  [[ $(property ActiveState "$other") != active ]] || running+=("$other")
done
((${#running[@]} == 0)) || printf 'with it: %s\n' "${running[*]}"
if $dry_run; then
  printf 'would reload: %s (main process %s)\n' "$unit" "$before"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
# With a mistake in it these end at the reload: sshd where its unit sends HUP without a test (Red Hat), and squid.
[[ ! $(property Id) =~ ^sshd?\.service$ ]] || sshd -t || die 3 "refused: sshd -t does not take the configuration; with it sshd could end at the reload, and nobody get in"
[[ $unit != squid.service ]] || squid -k parse >/dev/null 2>&1 || die 3 "refused: squid -k parse does not take the configuration; with it squid ends at the reload"
systemctl reload -- "$unit" || die 1 "the reload of $unit failed; it is $(property ActiveState) now. See: journalctl -u $unit -n 20"

sleep "$settle"
state=$(property ActiveState) after=$(property MainPID)
[[ $state != reloading ]] || die 1 "$unit still reloads after $settle s (--settle waits longer)"
[[ $state == active ]] || die 1 "$unit is $state after the reload: $(property Result)"
for other in "${running[@]}"; do
  [[ $(property ActiveState "$other") == active ]] || die 1 "$other, which is reloaded with $unit, is $(property ActiveState "$other") now. See: journalctl -u $other -n 20"
done
[[ $(property NRestarts) == "$starts" ]] || die 1 "$unit ended at the reload, and systemd started it anew. See: journalctl -u $unit -n 20"
case $before in
  0) how='which has no process of its own' ;;
  "$after") how="still main process $after" ;;
  *) how="main process $before became $after" ;;
esac
printf 'reloaded: %s, %s\n' "$unit" "$how"
printf 'note: whether it took the new configuration is in its log (journalctl -u %s): many go on with the former one when they find a mistake\n' "$unit"
