#!/usr/bin/env bash
# Make a systemd service start at boot, and check that it will.
#
# Undo: systemctl disable UNIT takes it out of the boot again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: enable-service-at-boot --service NAME [--dry-run]

Enable the unit NAME, so that it starts at every boot, unless it is enabled already. It is not
started now. A unit that says nothing about when it should start (static) cannot be enabled, and a
masked one must be unmasked first. A service of an init script is enabled as that (update-rc.d,
chkconfig). Of one that only has others enabled (indirect), such as its socket, that is told: it
starts when they ask for it. So is one that does not run now, or that the target of the boot does
not ask for.

  --service NAME  unit to enable, with or without .service
  --dry-run       say what would be enabled, change nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'enable-service-at-boot: %s\n' "$2" >&2
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
[[ $unit != *@.* ]] || die 2 "$unit is a template: name an instance, such as ${unit/@./@NAME.}"
command -v systemctl >/dev/null || die 3 "systemctl is not installed"

property() { systemctl show --property="$1" -- "$unit" | sed -n "s/^$1=//p"; }
load=$(property LoadState) || die 3 "systemd does not answer on this host"
[[ $load != not-found ]] || die 3 "no such unit: $unit"
[[ $load != masked ]] || die 3 "$unit is masked; somebody forbade to start it (systemctl unmask allows it again)"
[[ $load == loaded ]] || die 3 "$unit cannot be used, its load state is: ${load:-unknown}"
own=$(property Id) # an alias (sshd, mysql) stands in no list of what the boot starts, and cannot be enabled
before=$(property UnitFileState) script=''
# The unit of an init script is generated, and only is-enabled tells of its links in /etc/rc?.d. Red Hat has them
# in /etc/rc.d/init.d.
if [[ $before == generated && $(property SourcePath) == /etc/*init.d/* ]]; then
  script=yes before=$(systemctl is-enabled -- "$own" 2>/dev/null) || true # it ends with 1 for one that is disabled
fi
notes() { # what keeps it from running now, or after the next boot
  local state boot
  state=$(property ActiveState)
  if [[ -z $script && -z $(property WantedBy)$(property RequiredBy) ]]; then
    printf 'note: nothing starts %s itself at boot; it starts when something asks for it, such as a socket or timer: %s\n' "$own" "$(property TriggeredBy)"
    return 0
  elif [[ $state == failed ]]; then
    printf 'note: %s has failed, and may fail at the next boot as well; see journalctl --unit %s\n' "$own" "$own"
  elif [[ $state != active ]]; then
    printf 'note: %s is %s now; it will start at the next boot\n' "$own" "$state"
  fi
  boot=$(systemctl list-dependencies --plain --all --no-pager default.target 2>/dev/null) || boot=''
  [[ -n $script || -z $boot || $boot$'\n' == *" $own"$'\n'* ]] ||
    printf 'note: the boot goes to %s, which does not ask for %s; that stands below %s\n' "$(systemctl get-default)" "$own" "$(property WantedBy)$(property RequiredBy)"
}
case $before in
  enabled)
    printf 'enabled already: %s\n' "$own"
    notes
    exit 0
    ;;
  disabled | indirect | enabled-runtime | linked | linked-runtime) ;;
  static) die 3 "$own is static: other units start it, it has no place in the boot of its own" ;;
  generated | transient) die 3 "$own is $before: it is made anew at each boot, from a source that must be changed instead" ;;
  *) die 3 "$own cannot be enabled, the state of its unit file is: ${before:-unknown}" ;;
esac

if $dry_run; then
  printf 'would enable: %s (now %s)\n' "$own" "$before"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"

systemctl enable -- "$own" || die 1 "could not enable $own"
after=$(property UnitFileState)
if [[ -n $script ]] && systemctl is-enabled --quiet -- "$own" 2>/dev/null; then after=enabled; fi
case $before:$after in
  *:enabled | indirect:indirect | *:alias) ;;
  *) die 1 "$own is ${after:-unknown} after the attempt" ;;
esac
printf 'enabled: %s was %s, now %s\n' "$own" "$before" "$after"
notes
