#!/usr/bin/env bash
# Show the end of the journal of an earlier boot, and whether it ended with an orderly shutdown.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-previous-boot-logs [--boots-ago N] [--lines N]

List the boots that the journal knows, print the last N lines of the chosen one, and say whether
they show an orderly shutdown. Without one the host lost power, was reset, or panicked. A journal
that is kept in memory only knows no earlier boot.

  --boots-ago N  which boot: 1 is the one before this, 2 the one before that (default 1)
  --lines N      how many of its last lines to show, 1 to 5000 (default 100)
  --help         show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-previous-boot-logs: %s\n' "$2" >&2
  exit "$1"
}

ago=1 lines=100
while (($# > 0)); do
  case $1 in
    --boots-ago | --lines)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --boots-ago) ago=$2 ;;
        --lines) lines=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
whole "$ago" 1 1000 || die 2 "--boots-ago takes a whole number from 1 to 1000, not '$ago'"
whole "$lines" 1 5000 || die 2 "--lines takes a whole number from 1 to 5000, not '$lines'"
ago=$((10#$ago)) lines=$((10#$lines))
for tool in journalctl tail grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# With --quiet journalctl does not say that it shows somebody their own messages alone, or that there is no journal.
seen=$(LC_ALL=C journalctl --lines=0 --no-pager 2>&1 >/dev/null) || die 3 "the journal cannot be read"
case $seen in
  *'not seeing messages'*) die 3 "the messages of the system are not shown to you: run it as root, or in the group systemd-journal" ;;
  *'No journal files were found'*) die 3 "there is no journal on this host" ;;
esac
boots=$(journalctl --list-boots --no-pager --quiet) || die 3 "the journal cannot be read"
# "IDX BOOT-ID FIRST LAST", with a header in newer versions; 0 is this boot.
# No <<< here: it needs room on a disk, and without it a boot would seem to have ended abruptly.
grep -q -E -- "^ *-$ago [0-9a-f]{32} " < <(printf '%s\n' "$boots") ||
  die 3 "the journal does not reach back $ago boots (is it persistent? see /var/log/journal)"
printf 'boots that the journal knows, the latest last:\n'
tail -n 5 < <(printf '%s\n' "$boots")

text=$(journalctl --boot="-$ago" --lines="$lines" --output=short-iso --no-pager --quiet) || die 1 "the journal of that boot cannot be read"
[[ -n $text && $text != '-- No entries --' ]] || die 1 "that boot has no lines that you may read; run as root"
printf '\nlast lines of it:\n%s\n\n' "$text"

# At the end of an orderly shutdown systemd itself, process 1, reaches one of these targets (the one of a user does so at
# each logout), or the last that journald writes is that it stops (it does so at a restart as well, and goes on). With
# a /var of its own the flush is stopped before, and what is later is not on disk. Few --lines do not hide it: a second call.
end=$(journalctl --boot="-$ago" --lines=300 --output=short-iso --no-pager --quiet) || end=$text
orderly='systemd\[1\]: Reached target .*(Reboot|Power[- ]?Off|Shutdown|Halt|poweroff|reboot|halt)|systemd-shutdown\[1\]: '
stopped='systemd-journald?\[[0-9]+\]: (Journal stopped|Received SIGTERM)'
broken='' flush=$(grep -E 'systemd\[1\]: (Start|Finish|Stop).*(Flush Journal to Persistent Storage|Journal Service)' < <(printf '%s\n' "$end") | tail -n 1) || true
if grep -q -E '^[^ ]+ [^ ]+ kernel: .*(Kernel panic|BUG:|Oops:)' < <(printf '%s\n' "$end"); then broken=yes; fi
if grep -q -E -- "$orderly" < <(printf '%s\n' "$end") || [[ $flush == *'[1]: Stop'* ]] || tail -n 2 < <(printf '%s\n' "$end") | grep -q -E -- "$stopped"; then
  printf 'it ended: with an orderly shutdown%s\n' "${broken:+, after a KERNEL BUG or OOPS}"
elif [[ -n $broken ]]; then
  printf 'it ended: with a KERNEL PANIC or OOPS\n'
else
  printf 'it ended: ABRUPTLY (no shutdown is logged: power, reset, hang, panic or reboot --force)\n'
fi
