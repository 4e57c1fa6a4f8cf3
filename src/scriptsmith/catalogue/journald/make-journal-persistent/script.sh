#!/usr/bin/env bash
# Have journald keep its journal on disk, so that it survives a reboot, and check that it does.
#
# Undo: delete the drop-in file, whose name is printed, move /var/log/journal away where that was not there
# before (while it is there, journald writes to it by default), and restart systemd-journald.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: make-journal-persistent [--dry-run] [--root DIR]

Write a drop-in for journald with Storage=persistent, restart systemd-journald, and have it move
what it holds in memory to /var/log/journal, which can be read by the same groups as before. By default the journal then takes up to a tenth of
that file system, at most 4 GiB. Refused when less than 1 GiB is free there, or when that file system
lies in memory.

  --root DIR  work below this directory instead of /
  --dry-run   say what would be done, change nothing
  --help      show this text

Exit status: 0 the journal is kept on disk, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'make-journal-persistent: %s\n' "$2" >&2
  exit "$1"
}

root='' dry_run=false
while (($# > 0)); do
  case $1 in
    --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      root=$2
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

for tool in journalctl systemctl systemd-tmpfiles mkdir cat df stat sed rm; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $root/etc && -d $root/var/log ]] || die 3 "no $root/etc or $root/var/log"

file=$root/etc/systemd/journald.conf.d/60-persistent.conf
journal=$root/var/log/journal
machine=''
{ read -r machine <"$root/etc/machine-id"; } 2>/dev/null || true
[[ $machine =~ ^[0-9a-f]{32}$ ]] || die 3 "$root/etc/machine-id does not tell the id of this host"
text=$(printf '[Journal]\nStorage=persistent')

shopt -s nullglob
for other in "$root"/{etc,run,usr/local/lib,usr/lib}/systemd/journald.conf.d/*.conf; do
  if [[ ${other##*/} > 60-persistent.conf ]] && grep -q -E '^[[:space:]]*Storage=' -- "$other"; then
    die 3 "$other sets Storage and comes later, so it would win; change it there"
  fi
done
in_memory=$root/run/log/journal/$machine/system.journal
kept() { # is the journal of this host on disk? (folders of former ids may be there as well)
  [[ -f $journal/$machine/system.journal ]]
}
if [[ -f $file && $(cat -- "$file") == "$text" && ! -e $in_memory ]] && kept; then
  printf 'nothing to change: the journal is kept in %s\n' "$journal"
  exit 0
fi
kind=$(stat -f -c %T -- "$root/var/log") || die 1 "could not tell the file system of $root/var/log"
[[ $kind != tmpfs && $kind != ramfs ]] || die 3 "refused: $root/var/log lies in memory ($kind), so nothing there outlives a reboot"
free=$(df -Pk -- "$root/var/log" | sed -n '2s/.* \([0-9][0-9]*\)  *[0-9][0-9]*%.*/\1/p') || free=''
[[ $free =~ ^[0-9]+$ ]] || die 1 "could not tell how much is free in $root/var/log"
((free >= 1048576)) || die 3 "only $((free / 1024)) MiB are free for $journal; make room or limit the journal first"
printf 'free for it: %d MiB\n' $((free / 1024))

if $dry_run; then
  printf 'would write %s and restart systemd-journald:\n%s\n' "$file" "$text"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
undo="delete $file"
[[ -d $journal ]] || undo+=", move $journal away"
mkdir -p -- "${file%/*}" || die 1 "could not make ${file%/*}"
printf '%s\n' "$text" >"$file" || die 1 "could not write $file"
# As at boot: what journald makes itself could be read by root alone, not by the groups systemd-journal and adm.
mkdir -p -- "$journal/$machine" || die 1 "could not make $journal"
systemd-tmpfiles ${root:+"--root=$root"} --create --prefix /var/log/journal || die 1 "the rights of $journal could not be set"
# With this mark of the flush at boot, journald would begin a journal on disk and leave in memory what is there.
rm -f -- "$root/run/systemd/journal/flushed"
systemctl restart systemd-journald.service || die 1 "$file is written, but journald could not be restarted"
journalctl --flush || die 1 "journald could not move its messages to disk"
kept || die 1 "journald was restarted, but there is no journal file in $journal"
[[ ! -e $in_memory ]] || die 1 "the journal is on disk from now on, but earlier messages are still in memory only: $root/run/log/journal"
printf 'set: the journal is kept in %s, by %s\n' "$journal" "$file"
printf 'to undo it: %s, and restart systemd-journald\n' "$undo"
