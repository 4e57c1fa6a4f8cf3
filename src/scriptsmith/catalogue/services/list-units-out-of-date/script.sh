#!/usr/bin/env bash
# List the loaded units whose files on disk changed since systemd read them, with the files.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-units-out-of-date [--root DIR]

List each loaded unit that systemd knows to have changed on disk, with its state, its unit file
and its drop-ins, and those over whose file another one was put in /etc or /run (also a link to
/dev/null), which systemd does not notice. A file that was put back with an older time is not seen.
Nothing is reloaded. The change takes effect with systemctl daemon-reload, for a running service
mostly with its next restart only; a service that was not restarted since a reload is not told here.

  --root DIR  where the files of the units are looked for (default /)
  --help      show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-units-out-of-date: %s\n' "$2" >&2
  exit "$1"
}

root=''
while (($# > 0)); do
  case $1 in
    --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      root=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

command -v systemctl >/dev/null || die 3 "systemctl is not installed"
text=$(systemctl show --property=Id,LoadState,ActiveState,NeedDaemonReload,FragmentPath,DropInPaths --all -- '*') ||
  die 3 "systemd does not answer on this host"
[[ -n $text ]] || die 1 "systemd named no unit at all"

declare -A unit=()
all=0 changed=0
put_over() { # prints a file that goes before the one that systemd has read
  local fragment=${unit[FragmentPath]:-} dirs='/etc /run' dir name
  case $fragment in
    '' | /etc/* | /dev/null | /run/systemd/transient/* | /run/systemd/system.control/* | /run/systemd/generator.early/*) return ;;
    /run/*) dirs=/etc ;;
  esac
  for dir in $dirs; do
    for name in "${unit[Id]}" "${fragment##*/}"; do
      file=$root$dir/systemd/system/$name
      if [[ (-e $file || -L $file) && ! $file -ef $root$fragment ]]; then
        printf '%s' "$file"
        return
      fi
    done
  done
}
tell() {
  [[ -n ${unit[Id]:-} && ${unit[LoadState]:-} != not-found ]] || return 0
  all=$((all + 1))
  local over
  over=$(put_over)
  [[ ${unit[NeedDaemonReload]:-no} == yes || -n $over ]] || return 0
  changed=$((changed + 1))
  printf '%s (%s)\n' "${unit[Id]}" "${unit[ActiveState]:-?}"
  if [[ -n $over ]]; then printf '  goes before what systemd has read: %s\n' "$over"; fi
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
  printf 'none of %d loaded units has changed on disk, by the time of their files; whether a service was restarted since they were reloaded is not looked at\n' "$all"
else
  printf '%d of %d loaded units have changed on disk; systemctl daemon-reload reads them anew\n' "$changed" "$all"
fi
