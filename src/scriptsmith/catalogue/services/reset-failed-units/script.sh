#!/usr/bin/env bash
# Clear the failed state and the start counter of one systemd unit, or of all that failed.
#
# Undo: none; the failures stay in the journal, and are printed before they are cleared.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reset-failed-units [--service NAME] [--dry-run]

Print the failed units with their result, then make systemd forget that they failed and how often
they were started, so that they can be started again after "start request repeated too quickly".
Nothing is started. Find out why it failed first: the journal keeps that.

  --service NAME  unit to clear; all clears every failed one (default all)
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 none of them is failed, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'reset-failed-units: %s\n' "$2" >&2
  exit "$1"
}

service=all dry_run=false
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

[[ $service =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--service takes the name of a systemd unit or all, not '$service'"
for tool in systemctl sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

property() { systemctl show --property="$1" -- "${2-$unit}" | sed -n "s/^$1=//p"; }
failed_units() { # prints the names, one on each line
  local text
  text=$(systemctl list-units --failed --all --plain --no-legend --full --no-pager) || return 1
  sed -n 's/^\(● \)\{0,1\}\([^ ][^ ]*\) .*/\2/p' <<<"$text"
}

if [[ $service == all ]]; then
  names=$(failed_units) || die 3 "systemd does not answer on this host"
  mapfile -t units < <(printf '%s' "$names")
  if ((${#units[@]} == 0)); then
    printf 'no unit is failed\n'
    exit 0
  fi
else
  [[ $service =~ \.(service|socket|timer|mount|automount|device|path|target|slice|scope|swap)$ ]] || service=$service.service
  load=$(property LoadState "$service") || die 3 "systemd does not answer on this host"
  state=$(property ActiveState "$service")
  [[ $load != not-found || $state == failed ]] || die 3 "no such unit: $service"
  # A unit that is not failed may still have used up its starts, so it is reset all the same.
  units=("$service")
fi

for unit in "${units[@]}"; do
  printf '%s: %s, result %s\n' "$unit" "$(property ActiveState "$unit")" "$(property Result "$unit")"
done
if $dry_run; then
  printf 'would reset: %d units\n' "${#units[@]}"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
if ! said=$(LC_ALL=C systemctl reset-failed -- "${units[@]}" 2>&1); then
  # Of a unit that is neither failed nor referred to systemd keeps nothing, no counter either.
  if [[ ${#units[@]} == 1 && $said == *'not loaded'* ]]; then
    printf 'nothing to reset: systemd remembers no failure and no start of %s\n' "${units[0]}"
    exit 0
  fi
  die 1 "systemd could not reset them: $said"
fi

left=0
for unit in "${units[@]}"; do
  if [[ $(property ActiveState "$unit") == failed ]]; then
    printf 'still failed: %s\n' "$unit" >&2
    left=$((left + 1))
  fi
done
((left == 0)) || die 1 "$left units are still failed: something starts them again and again"
printf 'reset: %d units; none of them was started\n' "${#units[@]}"
