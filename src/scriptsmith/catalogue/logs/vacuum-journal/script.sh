#!/usr/bin/env bash
# Shrink the systemd journal to a size by removing its oldest archived files.
#
# Undo: none, the removed entries are lost. To keep them, export them first with journalctl -o export.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: vacuum-journal [--size MIB] [--dry-run]

Close the current journal files and remove the oldest archived ones until all of the journal takes at
most MIB mebibytes (default 500). Nothing is done when it is no larger than that already. The limit
does not last: set SystemMaxUse= in journald.conf to have journald keep to it. The journals that lie
beside that of this host (of a former machine id, of a namespace of journald) are named with their size,
and are neither counted nor touched.

  --size MIB  how much the journal may take, a whole number above 0
  --dry-run   say how large the journal is and whether it would be shrunk, change nothing
  --help      show this text

Exit status: 0 done, 1 the journal could not be brought down to the size, 2 wrong usage,
3 a precondition fails.
TEXT
}

die() {
  printf 'vacuum-journal: %s\n' "$2" >&2
  exit "$1"
}

size=500 dry_run=false
while (($# > 0)); do
  case $1 in
    --size)
      (($# >= 2)) || die 2 "$1 needs a value"
      size=$2
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

[[ $size =~ ^0*[1-9][0-9]{0,7}$ ]] || die 2 "--size takes a whole number of MiB above 0, not '$size'"
size=$((10#$size))
limit=$((size * 1048576))
for tool in journalctl numfmt find du sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "only root can shrink the journal"

# Prints the bytes that the journal takes, from "Archived and active journals take up 1.2G in ...".
journal_bytes() {
  local said
  said=$(LC_ALL=C journalctl --disk-usage 2>&1) || return 1
  [[ $said =~ take\ up\ ([0-9]+(\.[0-9]+)?[KMGTPE]?)B?\ in ]] || return 1
  LC_ALL=C numfmt --from=iec "${BASH_REMATCH[1]}" # other locales want 1,2G
}

before=$(journal_bytes) || die 3 "journalctl does not tell how much space the journal takes"
human=$(numfmt --to=iec --round=nearest "$before")
id=''
{ read -r id </etc/machine-id; } 2>/dev/null || true
find /var/log/journal/ /run/log/journal/ -mindepth 1 -maxdepth 1 -type d ! -name "$id" -exec du -sh -- {} + 2>/dev/null |
  sed 's/[[:cntrl:]]/ /g; s/^/note: of a former id or a namespace, not counted and not shrunk: /' >&2 || true
if ((before <= limit)); then
  printf 'nothing to do: the journal takes %s, no more than %d MiB\n' "$human" "$size"
  exit 0
fi
if $dry_run; then
  printf 'would shrink the journal from %s to at most %d MiB\n' "$human" "$size"
  exit 0
fi

# Only archived files can be removed, so what is active now is archived first.
journalctl --rotate || die 1 "the active journal files could not be closed"
journalctl --vacuum-size="${size}M" || die 1 "journalctl could not remove old journal files"

after=$(journal_bytes) || die 1 "journalctl does not tell how much space the journal takes now"
printf 'the journal took %s, now %s\n' "$human" "$(numfmt --to=iec --round=nearest "$after")"
((after <= limit)) ||
  die 1 "that is still more than $size MiB: the files in use are never removed, each of some MiB"
