#!/usr/bin/env bash
# Set a lasting limit to the size of the journal by a drop-in file, and have journald take it.
#
# Undo: delete the drop-in file, whose name is printed, and restart systemd-journald; what was removed stays so.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-journal-size-limit --size N [--dry-run] [--root DIR]

Write a drop-in for journald with SystemMaxUse= and RuntimeMaxUse= (the limit in memory, which stays at
a tenth of /run where the size is above that), and restart systemd-journald, which no message is lost
by. When the journal is larger, the restart removes its oldest archived files at once, which is told, in
a dry run too. What is being written is not removed: what it takes afterwards is printed.

  --size N    most that the journal may take, in MiB
  --root DIR  work below this directory instead of /
  --dry-run   say what would be done, change nothing
  --help      show this text

Exit status: 0 the limit is set, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-journal-size-limit: %s\n' "$2" >&2
  exit "$1"
}

size='' root='' dry_run=false
while (($# > 0)); do
  case $1 in
    --size | --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --size) size=$2 ;;
        --root) root=$2 ;;
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

[[ -n $size ]] || die 2 "--size is needed (see --help)"
[[ $size =~ ^0*[1-9][0-9]{0,6}$ ]] || die 2 "--size takes a whole number of MiB above 0, not '$size'"
size=$((10#$size))
((size >= 16)) || die 2 "--size of $size MiB would hold hardly anything; 16 is the least"
for tool in journalctl systemctl mkdir cat grep stat date du; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $root/etc ]] || die 3 "no directory $root/etc"

file=$root/etc/systemd/journald.conf.d/60-size.conf id=''
# Before /var is mounted, or where the journal is never on disk, it lies in memory: by default in a tenth of /run.
memory=$(($(stat -f -c '%b * %S / 10485760' -- "$root/run"))) || die 1 "could not tell the size of $root/run"
((memory < size)) || memory=$size
text=$(printf '[Journal]\nSystemMaxUse=%dM\nRuntimeMaxUse=%dM' "$size" "$memory")
journalctl --disk-usage || die 3 "the journal cannot be read"

# A file that sorts later would win over this one, unless one of its name in /etc takes its place; systemd compares bytes.
export LC_ALL=C
shopt -s nullglob
for other in "$root"/{etc,run,usr/local/lib,usr/lib,lib}/systemd/journald.conf.d/*.conf; do
  if [[ ${other##*/} > 60-size.conf && ($other == "${file%/*}"/* || ! -e ${file%/*}/${other##*/}) ]] && grep -q -E '^[[:space:]]*(System|Runtime)MaxUse[[:space:]]*=' -- "$other"; then
    die 3 "$other sets it too and comes later, so it would win; change it there"
  fi
done

# What the file says counts only for a journald that was started after it was written.
started_since() { # FILE
  local at written
  written=$(stat -c %Y -- "$1") || return 1
  at=$(TZ=UTC systemctl show --property=ExecMainStartTimestamp -- systemd-journald.service) || return 1 # CST is the name of several zones
  [[ ${at#*=} != '' && ${at#*=} != n/a ]] && at=$(date -d "${at#*=}" +%s 2>/dev/null) && ((at >= written))
}
{ read -r id <"$root/etc/machine-id"; } 2>/dev/null || true
for other in "$root"/var/log/journal/*/; do # of a machine that this one was cloned from, of a namespace, received ones
  [[ -z $id || $other == */"$id"/ ]] || printf 'note: this limit is not for %s\n' "$other"
done
if [[ -f $file && $(cat -- "$file") == "$text" ]] && started_since "$file"; then
  printf 'nothing to change: %s says so already\n' "$file"
  exit 0
fi
used=$(du -smc -- "$root"/{var,run}/log/journal/"$id" 2>/dev/null | tail -n 1 | cut -f1) || true # one of both may not be there
((${used:-0} <= size)) || printf 'warning: the journal takes %d MiB: its oldest messages are removed at once, for good\n' "$used" >&2
if $dry_run; then
  printf 'would write %s and restart systemd-journald:\n%s\n' "$file" "$text"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
if [[ -e $file ]]; then printf 'former content of %s:\n%s\n' "$file" "$(cat -- "$file")"; fi
{ mkdir -p -- "${file%/*}" && printf '%s\n' "$text" >"$file"; } || die 1 "could not write $file"
systemctl restart systemd-journald.service || die 1 "$file is written, but journald could not be restarted"
[[ $(systemctl show --property=ActiveState -- systemd-journald.service) == ActiveState=active ]] ||
  die 1 "journald does not run after its restart; delete $file and restart it"
printf 'set: the journal may take %d MiB on disk, %d in memory, in %s\n' "$size" "$memory" "$file"
journalctl --disk-usage || die 1 "what the journal takes now cannot be read"
