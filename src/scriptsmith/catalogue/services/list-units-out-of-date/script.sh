#!/usr/bin/env bash
# List the loaded units whose files on disk changed since systemd read them, with the files.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-units-out-of-date

List each loaded unit that systemd knows to have changed on disk, with its state, its unit file
and its drop-ins. Nothing is reloaded. The change takes effect with systemctl daemon-reload, for a
running service mostly with its next restart only; a service that was not restarted since a reload
is not told here.

  --help  show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-units-out-of-date: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

command -v systemctl >/dev/null || die 3 "systemctl is not installed"
text=$(systemctl show --property=Id,ActiveState,NeedDaemonReload,FragmentPath,DropInPaths -- '*') ||
  die 3 "systemd does not answer on this host"
[[ -n $text ]] || die 1 "systemd named no unit at all"

declare -A unit=()
all=0 changed=0
tell() {
  [[ -n ${unit[Id]:-} ]] || return 0
  all=$((all + 1))
  [[ ${unit[NeedDaemonReload]:-no} == yes ]] || return 0
  changed=$((changed + 1))
  printf '%s (%s)\n' "${unit[Id]}" "${unit[ActiveState]:-?}"
  printf '  unit file: %s\n' "${unit[FragmentPath]:-none}"
  if [[ -n ${unit[DropInPaths]:-} ]]; then printf '  drop-ins: %s\n' "${unit[DropInPaths]}"; fi
}

# Blocks of "Key=value" lines, one for each unit, parted by an empty line.
while IFS= read -r line; do
  if [[ -z $line ]]; then
    tell
    unit=()
  else
    unit[${line%%=*}]=${line#*=}
  fi
done <<<"$text"
tell

if ((changed == 0)); then
  printf 'none of %d loaded units has changed on disk\n' "$all"
else
  printf '%d of %d loaded units have changed on disk; systemctl daemon-reload reads them anew\n' "$changed" "$all"
fi
