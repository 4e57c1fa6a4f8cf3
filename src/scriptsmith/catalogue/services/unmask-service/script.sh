#!/usr/bin/env bash
# Remove the mask of a systemd unit, so that it can be started again, and check that it is gone.
#
# Undo: systemctl mask UNIT masks it again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: unmask-service --service NAME [--dry-run]

Remove the mask of the unit NAME, both a lasting one and one that holds until the next boot. It is
not started, and whether it starts at boot is as it was set before the mask.

  --service NAME  systemd unit, with or without .service
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 it is not masked, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'unmask-service: %s\n' "$2" >&2
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
[[ $unit =~ \.(service|socket|timer|mount|automount|swap|device|path|target|slice|scope)$ ]] || unit=$unit.service
command -v systemctl >/dev/null || die 3 "systemctl is not installed"

property() { systemctl show --property="$1" -- "$unit" | sed -n "s/^$1=//p"; }

load=$(property LoadState) || die 3 "systemd does not answer on this host"
[[ $load != not-found ]] || die 3 "no such unit: $unit"
state=$(property UnitFileState)
if [[ $load != masked && $state != masked* ]]; then
  printf 'not masked: %s (%s)\n' "$unit" "$state"
  exit 0
fi

if $dry_run; then
  printf 'would unmask: %s (%s)\n' "$unit" "${state:-masked}"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
# There may be two masks, a lasting one before one that holds until the next boot.
for scope in '' --runtime; do
  [[ $(property LoadState) == masked || $(property UnitFileState) == masked* ]] || break
  systemctl unmask ${scope:+"$scope"} -- "$unit" || die 1 "could not unmask $unit"
done

load=$(property LoadState)
if [[ $load == loaded && $(property UnitFileState) == masked* ]]; then load=masked; fi # a link that was laid without daemon-reload
case $load in
  masked) die 1 "$unit is still masked; another link to /dev/null may lie in /run/systemd/system or /usr/lib/systemd/system" ;;
  bad-setting | error) die 1 "the mask is gone, but systemd cannot load $unit ($load): see systemctl status $unit" ;;
  not-found) die 1 "the mask is gone, but $unit has no unit file: the package may have been removed" ;;
esac
printf 'unmasked: %s, at boot: %s, now: %s\n' "$unit" "$(property UnitFileState)" "$(property ActiveState)"
