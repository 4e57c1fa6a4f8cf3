#!/usr/bin/env bash
# Stop a running systemd service, and check that it is down.
#
# Undo: systemctl start UNIT starts it again (and each dependent unit that is listed).
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: stop-service --service NAME [--dry-run] [--sys-root DIR]

Stop the unit NAME unless it is down already, and check that it went down. Units that need it and
so go down with it are listed, and so is what may start it again. Instances (NAME@...) that run without
it are named, and where NAME is down and they run, that is a refusal. Processes that its unit lets go on
(KillMode=process), as it does with jobs of cron, are counted. Whether it starts at boot is not changed. SSH servers, D-Bus, what brings up the network and the usual VPNs are refused, by their
names; by which way you came in is not looked at.

  --service NAME  unit to stop, with or without .service
  --dry-run       say what would be stopped, stop nothing
  --sys-root DIR  where sysfs is mounted (default /sys)
  --help          show this text

Exit status: 0 it is down, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'stop-service: %s\n' "$2" >&2
  exit "$1"
}

service='' dry_run=false sys=/sys
while (($# > 0)); do
  case $1 in
    --service | --sys-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --service) service=$2 ;;
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

[[ -n $service ]] || die 2 "--service is needed"
[[ $service =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--service takes the name of a systemd unit, not '$service'"
unit=$service
[[ $unit =~ \.(service|socket|timer)$ ]] || unit=$unit.service

# Without these nobody can log in, or see what went wrong.
refuse_access() { # UNIT WHAT: by its own name, for an alias stands for the same unit
  case ${1%.*} in
    ssh | sshd | ssh@* | sshd@* | dropbear | wg-quick@* | openvpn | openvpn@* | openvpn-client@* | openvpn-server@* | strongswan | strongswan-starter | ipsec | tailscaled | zerotier-one | *amazon-ssm-agent | teamd@* | openvswitch* | ovs-vswitchd | ifup@* | wpa_supplicant* | iwd | dhcpcd* | dhclient* | wicked* | dbus | dbus-broker | NetworkManager | networking | network | systemd-* | init)
      die 3 "refused: $2 $unit may cut access to this host ($1); do that by hand at a console"
      ;;
  esac
}
refuse_access "$unit" stopping
command -v systemctl >/dev/null || die 3 "systemctl is not installed"

property() { systemctl show --property="$1" -- "${2-$unit}" | sed -n "s/^$1=//p"; }

load=$(property LoadState) || die 3 "systemd does not answer on this host"
[[ $load != not-found ]] || die 3 "no such unit: $unit"
refuse_access "$(property Id)" stopping

instances() { # those that run, after a blank each: postgresql@15-main.service may run while postgresql.service is down
  local list name
  list=$(systemctl list-units --plain --no-legend --full --no-pager --type=service --state=active,activating,reloading,deactivating -- "${unit%.service}@*" 2>/dev/null) || list=''
  while read -r name _; do
    [[ -z $name || $name == "$unit" ]] || printf ' %s' "$name"
  done <<<"$list"
}

before=$(property ActiveState)
case $before in
  inactive | failed)
    running=$(instances)
    [[ -z $running ]] || die 3 "$unit is $before, but these run, each a unit of its own, to be stopped by its name:$running"
    printf 'not running already: %s (%s)\n' "$unit" "$before"
    exit 0
    ;;
esac

# Running units that require this one, or are part of it, are stopped along with it, and so on.
waiting=("$unit") seen=" $unit "
while ((${#waiting[@]} > 0)); do
  read -r -a dependents <<<"$(property RequiredBy "${waiting[0]}") $(property BoundBy "${waiting[0]}") $(property ConsistsOf "${waiting[0]}") $(property RequisiteOf "${waiting[0]}") $(property PropagatesStopTo "${waiting[0]}")"
  waiting=("${waiting[@]:1}")
  for dependent in ${dependents[@]+"${dependents[@]}"}; do
    if [[ $seen != *" $dependent "* && $dependent != *.target ]] && systemctl is-active --quiet -- "$dependent"; then
      printf 'goes down with it: %s\n' "$dependent"
      refuse_access "$dependent" stopping
      waiting+=("$dependent") seen+="$dependent "
    fi
  done
done
triggers=$(property TriggeredBy) group=$(property ControlGroup)

if $dry_run; then
  printf 'would stop: %s (now %s, main process %s)\n' "$unit" "$before" "$(property MainPID)"
else
  [[ $(id -u) == 0 ]] || die 3 "must run as root"
  systemctl stop -- "$unit" || die 1 "could not stop $unit"
  after=$(property ActiveState)
  case $after in
    inactive) printf 'stopped: %s\n' "$unit" ;;
    failed) printf 'stopped: %s (it did not end cleanly: %s)\n' "$unit" "$(property Result)" ;;
    *) die 1 "$unit is still $after after the stop" ;;
  esac
  # Only the main process is stopped where its unit says so: jobs of cron, containers of containerd.
  left=$(cat "$sys"/fs/cgroup{,/unified,/systemd}"${group:-/none}"/cgroup.procs 2>/dev/null | sort -u | wc -l) || true
  ((left == 0)) || printf 'note: %d processes of it still run, as its unit lets them (systemd-cgls %s names them)\n' "$left" "$group"
fi

running=$(instances)
[[ -z $running ]] || printf 'note: these run, each a unit of its own:%s\n' "$running"
[[ -z $triggers ]] || printf 'note: may start it again, and is not stopped: %s\n' "$triggers"
[[ $(property UnitFileState) != enabled ]] || printf 'note: %s is enabled, so it will start at the next boot\n' "$unit"
