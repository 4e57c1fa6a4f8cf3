#!/usr/bin/env bash
# Have systemd read all unit files anew, and show which loaded units had changed on disk.
#
# Undo: put the former unit files back and run it again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reload-unit-files [--dry-run]

List the loaded units whose files changed on disk, have systemd read all unit files again, and
check that none is out of date any more, and that systemd can use those that changed: a unit with a
bad setting runs on and cannot be started again. Running services are not restarted, nor sockets and
mounts: what they run with changes at their next start. That is also what is said for each.

  --dry-run  say what would be done, change nothing
  --help     show this text

Exit status: 0 systemd has read the unit files, 1 it failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'reload-unit-files: %s\n' "$2" >&2
  exit "$1"
}

dry_run=false
while (($# > 0)); do
  case $1 in
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

command -v systemctl >/dev/null || die 3 "systemctl is not installed"
# Blocks of "Key=value" lines, one for each loaded unit, parted by an empty line.
outdated() {
  local text key value id='' need=''
  text=$(systemctl show --property=Id,NeedDaemonReload --all -- '*') || return 1
  [[ -n $text ]] || return 1
  while IFS='=' read -r key value; do
    case $key in
      Id) id=$value ;;
      NeedDaemonReload) need=$value ;;
      '')
        [[ $need != yes ]] || printf '%s\n' "$id"
        id='' need=''
        ;;
    esac
  done <<<"$text"$'\n'
}

changed=$(outdated) || die 3 "systemd does not answer on this host"
if [[ -n $changed ]]; then
  while IFS= read -r unit; do printf 'changed on disk: %s\n' "$unit"; done <<<"$changed"
else
  printf 'no loaded unit has changed on disk; new unit files are found all the same\n'
fi
if $dry_run; then
  printf 'would run: systemctl daemon-reload\n'
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
systemctl daemon-reload || die 1 "systemd could not reload its unit files"
left=$(outdated) || die 1 "systemd does not answer after the reload"
[[ -z $left ]] || die 1 "still out of date: ${left//$'\n'/ }"
printf 'reloaded: all unit files were read anew\n'
bad=0
while IFS= read -r unit; do
  [[ -n $unit ]] || continue
  load=$(systemctl show --property=LoadState -- "$unit") || load=''
  if [[ $load != LoadState=loaded && $load != LoadState=masked ]]; then
    printf 'BAD: %s is %s now: systemctl status %s tells why\n' "$unit" "${load#*=}" "$unit" >&2
    bad=$((bad + 1))
  elif [[ $(systemctl show --property=ActiveState -- "$unit") == ActiveState=active && $unit =~ \.(service|socket|mount|automount|swap|path)$ ]]; then
    printf 'note: %s runs with its former settings until it is restarted\n' "$unit"
  fi
done <<<"$changed"
((bad == 0)) || die 1 "$bad units that changed cannot be used as they are"
