#!/usr/bin/env bash
# Mask a systemd unit, so that neither a person nor a dependency can start it, and check that it is
# masked.
#
# Undo: systemctl unmask UNIT (whether it was enabled before is printed).
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: mask-service --service NAME [--dry-run]

Mask the unit NAME: from then on every start of it fails, whoever asks. A unit that runs now goes
on running, and is said to; stop it separately. Units that need it, sockets and timers that start it
are listed: they may fail. Of an alias the unit itself is masked; instances (NAME@…) are units of their own, and named.
SSH servers, D-Bus, what brings up the network, the usual VPNs, getty and the targets of every boot are
refused, by their names; by which way you came in is not looked at.

  --service NAME  systemd unit, with or without .service
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 it is masked, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'mask-service: %s\n' "$2" >&2
  exit "$1"
}

service='' dry_run=false
while (($# > 0)); do
  case $1 in
    --service)
      (($# >= 2)) || die 2 "$1 needs a value"
      service=$2
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
command -v systemctl >/dev/null || die 3 "systemctl is not installed"

property() { systemctl show --property="$1" -- "$unit" | sed -n "s/^$1=//p"; }

[[ $unit != *@.* ]] || die 2 "$unit is a template: name an instance, such as ${unit/@./@NAME.}"
load=$(property LoadState) || die 3 "systemd does not answer on this host"

# Without these nobody can log in, or see what went wrong, after the next boot.
refuse_access() { # UNIT WHAT: by its own name, for an alias stands for the same unit
  case ${1%.*} in
    ssh | sshd | ssh@* | sshd@* | dropbear | wg-quick@* | openvpn | openvpn@* | openvpn-client@* | openvpn-server@* | strongswan | strongswan-starter | ipsec | tailscaled | zerotier-one | *amazon-ssm-agent | teamd@* | openvswitch* | ovs-vswitchd | ifup@* | wpa_supplicant* | iwd | dhcpcd* | dhclient* | wicked* | dbus | dbus-broker | NetworkManager | networking | network | systemd-* | init)
      die 3 "refused: $2 $unit may cut access to this host ($1); do that by hand at a console"
      ;;
  esac
}
refuse_access "$unit" masking
id=$(property Id)
refuse_access "$id" masking
case $id in
  multi-user.target | graphical.target | default.target | basic.target | sysinit.target | sockets.target | local-fs.target | getty.target | getty@* | serial-getty@*)
    die 3 "refused: without $id nobody can log in after the next boot; do that by hand at a console"
    ;;
esac
# The mask of an alias would leave the unit itself to be started.
if [[ -n $id && $id != "$unit" ]]; then
  printf '%s is another name of %s\n' "$unit" "$id"
  unit=$id load=$(property LoadState)
fi

notes() { # of what goes on all the same
  local instances instance trigger
  if [[ $active == active || $active == activating ]]; then
    printf 'note: %s still runs; stop it as well if it should not\n' "$unit"
  fi
  for trigger in $triggers; do printf 'note: %s asks for it, and will fail\n' "$trigger"; done
  # postgresql.service is one for all clusters; what runs is postgresql@15-main.service.
  instances=$(systemctl list-units --all --plain --no-legend --full --no-pager --type=service -- "${unit%.service}@*" 2>/dev/null) || instances=''
  while read -r instance _; do
    [[ -z $instance || $instance == "$unit" ]] || printf 'note: %s is a unit of its own, and not masked\n' "$instance"
  done <<<"$instances"
}
active=$(property ActiveState) triggers=$(property TriggeredBy)
case $load in
  masked)
    if [[ $(property UnitFileState) != masked-runtime ]]; then # that one ends with the next boot
      printf 'masked already: %s\n' "$unit"
      notes
      exit 0
    fi
    ;;
  not-found) die 3 "no such unit: $unit" ;;
esac
file=$(property FragmentPath)
# systemctl puts its link in the place of the file there, and will not overwrite one.
[[ $file != /etc/systemd/system/* ]] || die 3 "$unit is defined in $file, which masking would have to replace; disable it, or move that file away first"

read -r -a dependents <<<"$(property RequiredBy) $(property BoundBy) $(property RequisiteOf)"
for dependent in ${dependents[@]+"${dependents[@]}"}; do printf 'needs it, and may no longer start: %s\n' "$dependent"; done
printf 'before: %s is %s, at boot: %s\n' "$unit" "$active" "$(property UnitFileState)"

if $dry_run; then
  printf 'would mask: %s\n' "$unit"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
systemctl mask -- "$unit" || die 1 "could not mask $unit"
load=$(property LoadState)
[[ $load == masked && $(property UnitFileState) != masked-runtime ]] || die 1 "$unit is still $load after masking"
printf 'masked: %s\n' "$unit"
notes
