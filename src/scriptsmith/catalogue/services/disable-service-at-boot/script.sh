#!/usr/bin/env bash
# Keep a systemd service from starting at boot, and check that it will not.
#
# Undo: systemctl enable UNIT puts it into the boot again, unless it is told that it cannot.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: disable-service-at-boot --service NAME [--dry-run]

Disable the unit NAME, so that no boot starts it for its own sake, unless it is disabled already. It
is not stopped now. Another unit that needs it, a socket or a timer can still start it, also at boot:
those that systemd has loaded are named. An init script is disabled too. Units that access to the
host depends on are refused, by their names: SSH servers, D-Bus, what brings up the network, the usual
VPNs, the accounts of a directory and agents of clouds; by which way you came in is not looked at.

  --service NAME  unit to disable, with or without .service
  --dry-run       say what would be disabled, change nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'disable-service-at-boot: %s\n' "$2" >&2
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

[[ -n $service ]] || die 2 "--service is needed"
[[ $service =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--service takes the name of a systemd unit, not '$service'"
unit=$service
[[ $unit =~ \.(service|socket|timer)$ ]] || unit=$unit.service

[[ $unit != *@.* ]] || die 3 "$unit is a template: name an instance of it, such as ${unit/@./@NAME.}"
# Without these nobody can log in, or see what went wrong.
refuse_access() { # UNIT WHAT: by its own name, for an alias stands for the same unit
  case ${1%.*} in
    ssh | sshd | ssh@* | sshd@* | dropbear | wg-quick@* | openvpn | openvpn@* | openvpn-client@* | openvpn-server@* | strongswan | strongswan-starter | ipsec | tailscaled | zerotier-one | *amazon-ssm-agent | teamd@* | openvswitch* | ovs-vswitchd | ifup@* | wpa_supplicant* | iwd | dhcpcd* | dhclient* | wicked* | dbus | dbus-broker | NetworkManager | networking | network | systemd-* | init)
      die 3 "refused: $2 $unit may cut access to this host ($1); do that by hand at a console"
      ;;
  esac
}
refuse_access "$unit" disabling
command -v systemctl >/dev/null || die 3 "systemctl is not installed"

property() { systemctl show --property="$1" -- "$unit" | sed -n "s/^$1=//p"; }

load=$(property LoadState) || die 3 "systemd does not answer on this host"
[[ $load != not-found ]] || die 3 "no such unit: $unit"
own=$(property Id)
refuse_access "$own" disabling
# An alias (redis, mysql) goes with the unit, so that it is asked for by its own name from here on.
unit=${own:-$unit}
[[ ! $unit =~ ^(sssd(-.*)?|winbind|nslcd|walinuxagent|waagent|google-guest-agent)\. ]] || die 3 "refused: without $unit nobody of a directory, or with a key of the cloud, may be able to log in; do that by hand at a console"

boot_state() { # of an init script systemctl asks its links, since its unit is made anew at each boot
  local state
  state=$(property UnitFileState)
  if [[ $state == generated && $(property SourcePath) == /etc/*init.d/* ]]; then # Red Hat has them in /etc/rc.d/init.d
    state=$(systemctl is-enabled -- "$unit" 2>/dev/null) || true # it ends with 1 for one that is disabled
  fi
  printf '%s' "$state"
}
name_starters() { # what starts it although it is disabled
  local names # a here-string may need a file in /tmp
  read -r -a names < <(printf '%s %s %s %s\n' "$(property TriggeredBy)" "$(property RequiredBy)" "$(property BoundBy)" "$(property WantedBy)")
  ((${#names[@]} == 0)) || printf 'note: can still start it, also at boot: %s\n' "${names[*]}"
}

before=$(boot_state)
case $before in
  masked)
    printf 'does not start at boot already: %s (%s)\n' "$unit" "$before"
    exit 0
    ;;
  masked-runtime) die 3 "$unit is masked until the next boot only, and may start then: systemctl unmask --runtime $unit, then disable it" ;;
  disabled | linked | linked-runtime) # systemctl disable would take a link away by which systemd knows the unit
    printf 'disabled already: %s\n' "$unit"
    name_starters
    exit 0
    ;;
  enabled | enabled-runtime | alias | indirect) ;;
  static) die 3 "$unit is static, there is nothing to disable: it starts when $(property WantedBy) $(property RequiredBy) wants it by one of its names ($(property Names)); masking keeps it down" ;;
  generated | transient) die 3 "$unit is $before: it is made anew at each boot, from a source that must be changed instead" ;;
  *) die 3 "$unit cannot be disabled, the state of its unit file is: ${before:-unknown}" ;;
esac

if $dry_run; then
  printf 'would disable: %s (now %s)\n' "$unit" "$before"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"

scope=()
[[ $before != *-runtime ]] || scope=(--runtime)
systemctl disable "${scope[@]}" -- "$unit" || die 1 "could not disable $unit"
after=$(boot_state)
[[ $after != enabled && $after != enabled-runtime ]] || die 1 "$unit is still $after after the attempt"
printf 'disabled: %s was %s, now %s\n' "$unit" "$before" "${after:-without a unit file}"
[[ $after != static ]] || printf 'note: systemctl enable cannot undo this, for %s has no [Install] section: make the links again that were removed above\n' "$unit"
[[ $(property ActiveState) != active ]] || printf 'note: %s still runs; it was not stopped\n' "$unit"
name_starters
