#!/usr/bin/env bash
# Set how many files a systemd service may have open, for its next start and for its main process at once.
#
# Undo: delete the file that it names, systemctl daemon-reload, and restart the service.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-service-file-limit --service SERVICE --files N [--unit-root DIR] [--dry-run]

Write LimitNOFILE into a drop-in of the unit, under its own name when an alias is given: what a
process may have open is its soft limit. The hard one, up to which a program may raise the soft one
by itself, stays where it is, or rises with it. A process gets its limits when it starts, so the change reaches all of the service with its next
restart, which this does not do; the limits of the main process that runs are set by prlimit at
once. A lower limit than before is told. Refused are a limit above what the kernel allows
(fs.nr_open), with which the service would not start any more, one below what its main process has
open, and a unit that keeps no process, as postgresql.service of Debian. Some programs set the limit
of their workers by themselves (worker_rlimit_nofile of nginx, open_files_limit of mysqld).

  --service SERVICE  systemd unit, with or without .service
  --files N          how many files it may have open
  --unit-root DIR    where drop-ins are written (default /etc/systemd/system)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 it is set (also when it was), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-service-file-limit: %s\n' "$2" >&2
  exit "$1"
}

service='' files='' unit_root=/etc/systemd/system dry_run=false
while (($# > 0)); do
  case $1 in
    --service | --files | --unit-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --service) service=$2 ;;
        --files) files=$2 ;;
        --unit-root) unit_root=$2 ;;
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

[[ -n $service ]] || die 2 "--service is required (see --help)"
[[ -n $files ]] || die 2 "--files is required (see --help)"
[[ $files =~ ^0*[1-9][0-9]{0,8}$ ]] || die 2 "--files takes a whole number above 0, not '$files'"
files=$((10#$files))
((files >= 64)) || die 2 "--files of $files would let nothing start; 64 is the least"
[[ $service =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--service takes the name of a systemd unit, not '$service'"
asked=$service
[[ $asked =~ \.(service|socket|timer|mount|path|target|slice|scope)$ ]] || asked=$asked.service
[[ $asked == *.service ]] || die 2 "$asked is no service"
for tool in systemctl sed prlimit find; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

property() { systemctl show --property="$1" -- "$unit" | sed -n "s/^$1=//p"; }
[[ $asked != *@.service ]] || die 3 "$asked is a template: name one of its instances, as ${asked%.service}NAME"
unit=$(systemctl show --property=Id --value -- "$asked") || die 3 "systemd does not answer on this host" # at a boot drop-ins of an alias may be left out
load=$(property LoadState) || die 3 "systemd does not answer on this host"
[[ $load == loaded ]] || die 3 "$unit is ${load/not-found/no unit of this host}"
# postgresql.service of Debian runs true and stays active; the servers are postgresql@VERSION-CLUSTER.service.
[[ $(property Type) != oneshot || $(property RemainAfterExit) != yes ]] ||
  die 3 "refused: $unit keeps no process (oneshot), so that a limit has no effect; name the unit whose process it is, perhaps ${unit%.service}@NAME"
most=$(cat /proc/sys/fs/nr_open) || die 3 "the kernel does not tell its limit"
((files <= most)) || die 3 "refused: the kernel allows $most open files for one process (fs.nr_open), and $unit would not start"

before=$(property LimitNOFILE) soft_before=$(property LimitNOFILESoft) pid=$(property MainPID)
printf '%s: LimitNOFILE=%s:%s, main process %s\n' "$unit" "$soft_before" "$before" "$pid"
# hard_of LIMIT: the hard limit that the new soft one needs, and that takes nothing away
hard_of() {
  local limit=$1
  [[ $limit =~ ^[0-9]+$ ]] && ((limit <= most)) || limit=$most # infinity, unlimited
  printf '%d' "$((limit > files ? limit : files))"
}
now='' opened=0 ceiling=$(hard_of "$before")
[[ ! $soft_before =~ ^[0-9]+$ ]] || ((files >= soft_before)) || printf 'note: this is less than before (%s)\n' "$soft_before" >&2
if [[ $pid =~ ^[1-9][0-9]*$ ]]; then
  now=$(prlimit --pid "$pid" --nofile --noheadings --output SOFT,HARD) || die 3 "the limit of process $pid cannot be read (run as root)"
  read -r soft hard <<<"$now"
  opened=$(find "/proc/$pid/fd" -mindepth 1 -maxdepth 1 -printf x | wc -c) || die 3 "the open files of process $pid cannot be counted (run as root)"
  printf 'process %s has %d files open, and may have %s (at most %s)\n' "$pid" "$opened" "$soft" "$hard"
  ((opened < files)) || die 3 "refused: process $pid has $opened files open now"
  [[ ! $soft =~ ^[0-9]+$ || $soft == "$soft_before" ]] || ((files >= soft)) || printf 'note: process %s has raised its limit itself, as Java does, and gets less by this (before: %s)\n' "$pid" "$soft" >&2
  now="$soft $hard" raised=$(hard_of "$hard")
fi
file=${unit_root:?}/${unit:?}.d/50-file-limit.conf
text=$(printf '[Service]\nLimitNOFILE=%d:%d' "$files" "$ceiling")
if [[ -f $file && $(cat -- "$file") == "$text" && $soft_before == "$files" && $before == "$ceiling" && (-z $now || $soft == "$files") ]]; then
  printf 'nothing to change: %s says so already\n' "$file"
  exit 0
fi
if $dry_run; then
  printf 'would write %s:\n%s\n' "$file" "$text"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
if [[ -e $file ]]; then printf 'former content of %s:\n%s\n' "$file" "$(cat -- "$file")"; fi
mkdir -p -- "${file%/*}" || die 1 "could not make ${file%/*}"
{ printf '%s\n' "$text" >"$file.new" && mv -- "$file.new" "$file"; } || die 1 "could not write $file; what was there before is as it was"
systemctl daemon-reload || die 1 "$file is written, but systemd could not reload its unit files"
after=$(property LimitNOFILESoft):$(property LimitNOFILE)
[[ $after == "$files:$ceiling" ]] || die 1 "LimitNOFILE is $after, not $files:$ceiling: another drop-in that sorts later sets it ($(property DropInPaths)); to take this one away: rm $file && systemctl daemon-reload"
if [[ -n $now ]]; then
  prlimit --pid "$pid" --nofile="$files:$raised" || die 1 "$file is written, but the limit of process $pid could not be set"
  printf 'set: process %s may have %d files open now (at most %d); other processes of %s after a restart\n' "$pid" "$files" "$raised" "$unit"
else
  printf 'note: systemd knows no main process of %s: what runs of it gets the limit with a restart only\n' "$unit" >&2
fi
printf 'set: LimitNOFILE=%d:%d for %s, in %s (before: %s:%s); one that the program sets for its workers (worker_rlimit_nofile, open_files_limit) stays\n' "$files" "$ceiling" "$unit" "$file" "$soft_before" "$before"
