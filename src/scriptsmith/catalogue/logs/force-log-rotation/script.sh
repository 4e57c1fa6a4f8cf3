#!/usr/bin/env bash
# Rotate the logs of one logrotate configuration now, whether they are due or not.
#
# Undo: none; the former contents are in the newest rotated file, such as app.log.1, or with dateext
# app.log-20240131.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: force-log-rotation --config-file FILE [--defaults FILE] [--dry-run]

Rotate at once the logs that one logrotate configuration names, with the scripts it runs after that.
The global settings of the main configuration (how many to keep, compression) apply as they do each
night; without them logrotate would keep no old log where FILE does not say how many. Each run takes
up one generation: repeated runs push the oldest logs out. Where the old logs are named by the date
(dateext), a log can be rotated once a day only, and a second time is refused. So is a FILE that
logrotate passes over at night: of another owner than root, or writable by others. A program that
still has a log open for writing after it was renamed is named: what it writes is in the old log, and
lost where that was compressed.

  --config-file FILE  a configuration such as /etc/logrotate.d/nginx; a bare name is looked up there
  --defaults FILE     the main configuration (default /etc/logrotate.conf)
  --dry-run           have logrotate say what it would do, change nothing
  --help              show this text

Exit status: 0 done, 1 logrotate failed or a program did not open its log again, 2 wrong usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'force-log-rotation: %s\n' "$2" >&2
  exit "$1"
}

config_file='' defaults=/etc/logrotate.conf dry_run=false
while (($# > 0)); do
  case $1 in
    --config-file | --defaults)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --config-file) config_file=$2 ;;
        --defaults) defaults=$2 ;;
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

[[ -n $config_file ]] || die 2 "--config-file is needed"
[[ -n $defaults ]] || die 2 "--defaults must not be empty"
[[ $config_file == */* ]] || config_file=/etc/logrotate.d/$config_file
for tool in logrotate awk grep find sed xargs realpath; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -f $config_file && -r $config_file ]] || die 3 "no such configuration, or not readable: $config_file"
[[ -f $defaults && -r $defaults ]] || die 3 "no main configuration, or not readable: $defaults"
[[ ! $config_file -ef $defaults ]] || die 2 "--config-file is the main configuration: name one of those it includes"
grep -q '{' -- "$config_file" || die 3 "$config_file names no log"
[[ $(id -u) == 0 ]] || die 3 "only root can rotate the logs of all services"

# The global part of the main configuration, then the one that is wanted. Sections of logs and
# includes are left out, as all that they name would be rotated as well.
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
{
  awk '
    depth == 0 && /^[[:space:]]*include([[:space:]]|$)/ { next }
    depth == 0 && !/\{/ && !/^[[:space:]]*["\/]/ { print }
    !/^[[:space:]]*#/ { depth += gsub(/\{/, "") - gsub(/\}/, "") }
  ' <"$defaults"
  # Included, not copied: logrotate passes over a file of another owner than root, or that others may write to.
  printf '\ninclude %s\n' "$(realpath -- "$config_file")"
} >"$work/logrotate.conf"

# logrotate changes nothing with --debug, and old versions report an error in words only.
status=0
LC_ALL=C logrotate --debug --force "$work/logrotate.conf" >"$work/said" 2>&1 || status=$?
if grep -q '^error: destination .* already exists, skipping rotation' "$work/said"; then
  grep '^error: destination .* already exists' "$work/said" >&2
  die 3 "a log of $config_file was rotated already within the time its dateformat tells, nothing was changed"
fi
if ((status != 0)) || grep -q '^error:' "$work/said"; then
  grep '^error:' "$work/said" >&2 || cat "$work/said" >&2
  die 3 "logrotate does not accept $config_file, nothing was changed"
fi
if $dry_run; then
  cat "$work/said"
  printf 'would rotate the logs of %s as above\n' "$config_file"
  exit 0
fi

LC_ALL=C logrotate --verbose --force "$work/logrotate.conf" >"$work/said" 2>&1 || status=$?
cat "$work/said"
((status == 0)) || die 1 "logrotate failed (status $status), see above"
rotated=$(grep -c 'log needs rotating' "$work/said") || true
printf '%s logs of %s rotated\n' "$rotated" "$config_file"
if [[ $rotated == 0 ]]; then
  printf 'note: its logs are missing, or are empty and set to be kept then (notifempty)\n' >&2
fi

# A program that was not told to open its log again goes on writing to the old one, under its new name.
# /proc has the place itself, where logrotate names a directory that a link leads to.
old=$(sed -n -E '/ \(rotatecount /d; s/^renaming .* to //p' "$work/said" | tr '\n' '\0' | xargs -0 -r realpath -m --)
writers() { # who has one of them open for writing: a descriptor has that right then
  local link name
  while IFS=$'\t' read -r link name; do
    [[ $'\n'$old$'\n' == *$'\n'"${name% (deleted)}"$'\n'* ]] || continue
    link=${link%/fd/*}
    printf '%s (%s), ' "${link##*/}" "$(tr -cd '[:print:]' <"$link/comm")"
  done < <(find /proc/[0-9]*/fd -type l -perm -200 -printf '%p\t%l\n' 2>/dev/null)
}
for _ in 1 2 3 4 5; do
  held=$(writers)
  if [[ -n $held ]]; then sleep 1; fi
done
[[ -z $held ]] || die 1 "rotated, but these processes have the old log open for writing and did not open the new one: ${held%, }; reload or restart their service"
