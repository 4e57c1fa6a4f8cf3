#!/usr/bin/env bash
# Delete the oldest backups in a directory and keep the newest N, by the time they were last modified.
#
# Undo: none, what is deleted is gone. Look at --dry-run first.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: prune-old-backups --directory PATH --keep N [--pattern GLOB] [--dry-run]

Of the regular files in DIRECTORY (not below it) whose names match PATTERN, keep the N that were
modified last and delete the others. Empty files do not count as backups that are kept; they are
named. Other files are not looked into: a run that failed may leave a small one (pg_dump | gzip: 20
bytes). Refused is therefore to delete when all that would be kept are less than a tenth as large as
the largest that would go; and while a process that may be seen here has one of them open: it may be
still being written, and would count. Links and
directories are left alone. Backups of several series in one directory
(two databases, daily and weekly ones) are refused as soon as one would be deleted: give a PATTERN
for each. Series are told by the letters of the names, so 10.0.0.1-DATE and 10.0.0.2-DATE count as
one. The time of a file is what counts: a copy without its times is as new as the copying.

Archives of an incremental series (NAME-*,
beside the state NAME.snar) are refused: the increments are worth nothing without the full one. So
are archived WAL segments of PostgreSQL: a base backup needs all that follow it.

  --directory PATH  directory that holds the backups, one file each
  --keep N          how many newest backups, files, dumps or archives to keep, at least 1
  --pattern GLOB    which names are backups; everything else is left alone (default *.gz)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'prune-old-backups: %s\n' "$2" >&2
  exit "$1"
}

directory='' keep='' pattern='*.gz' dry_run=false
while (($# > 0)); do
  case $1 in
    --directory | --keep | --pattern)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --keep) keep=$2 ;;
        --pattern) pattern=$2 ;;
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

[[ -n $directory ]] || die 2 "--directory is needed (see --help)"
[[ -n $keep ]] || die 2 "--keep is needed (see --help)"
[[ $keep =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--keep takes a whole number above 0, not '$keep'"
[[ -n $pattern && $pattern != */* ]] || die 2 "--pattern takes a file name pattern without a slash, not '$pattern'"
[[ $pattern == *[!*?]* ]] || die 2 "--pattern '$pattern' would match everything; name what backups are called, such as 'db-*.tar.gz'"
keep=$((10#$keep))
for tool in find sort realpath numfmt; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Foreign text on one line, whatever it holds.
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }
[[ -d $directory ]] || die 3 "no such directory: $directory"
root=$(realpath -e -- "$directory")
case $root/ in
  / | /bin/* | /boot/* | /dev/* | /etc/* | /lib*/* | /proc/* | /root/ | /sbin/* | /sys/* | /usr/* | /var/ | /var/lib/* | /home/) die 2 "refused: $root is no directory of backups" ;;
esac
[[ -w $root ]] || die 3 "may not delete anything in $root"

# "TIME SIZE NAME", the newest first; of the same time, the later name first.
mapfile -d '' -t found < <(
  cd -- "$root" && find . -ignore_readdir_race -mindepth 1 -maxdepth 1 -type f -name "$pattern" -printf '%T@ %s %f\0' | LC_ALL=C sort -z -k1,1nr -k3r &&
    printf 'complete\0'
)
# With a list that is cut short the wrong ones would be kept.
if ((${#found[@]} == 0)) || [[ ${found[-1]} != complete ]]; then die 1 "$root could not be read"; fi
unset 'found[-1]'
for state in "$root"/*.snar; do
  series=${state##*/} series=${series%.snar}
  for entry in ${found[@]+"${found[@]}"}; do
    name=${entry#* } name=${name#* }
    [[ ! -e $state || $name != "$series"-* ]] || die 3 "refused: $(shown "$name") is of an incremental series, whose parts need one another"
  done
done
# Names that differ in digits and signs alone are one series (shop1-DATE and shop2-DATE are two).
if ((${#found[@]} == 0)); then
  other=$(find "$root" -mindepth 1 -maxdepth 1 -type f -print -quit)
  [[ -z $other ]] || die 3 "no file in $root matches $pattern, but there are others, such as $(shown "${other##*/}"): give a --pattern"
fi
declare -A kinds=()
filled=0 segment='' names=''
for entry in ${found[@]+"${found[@]}"}; do
  rest=${entry#* } size=${rest%% *} name=${rest#* }
  ((size > 0)) || continue
  filled=$((filled + 1)) head='' tail=$name
  if [[ $name =~ ^[0-9A-F]{24}([.]|$) ]]; then segment=$name; fi
  if [[ $name =~ ^([^0-9]*[[:alpha:]][0-9]{1,3}[-_.])(.*[0-9]{2}.*)$ ]]; then head=${BASH_REMATCH[1]} tail=${BASH_REMATCH[2]}; fi
  kinds[of${head//[![:alnum:]]/}/${tail//[![:alpha:]]/}]=$name
done
[[ -z $segment ]] || ((filled <= keep)) ||
  die 3 "refused: $segment is a WAL segment of PostgreSQL, and a base backup needs all that follow it: pg_archivecleanup, or the program that makes the backups, removes those that none needs"
if ((filled > keep && ${#kinds[@]} > 1)); then
  for name in "${kinds[@]}"; do names+=", $(shown "$name")"; done
  names=${names:2}
  die 3 "refused: ${#kinds[@]} series of backups would be counted as one; give a --pattern for each: ${names:0:600}"
fi
# Neither one that is not complete yet, nor what failed runs have left, may push out the good ones.
open=$(find /proc/[0-9]*/fd -lname "$root/$pattern" -printf '%l\n' -quit 2>/dev/null) || true
[[ -z $open ]] || ((filled <= keep)) || die 3 "refused: $(shown "${open##*/}") is open, as one that is still being written"
count=0 kept=0 deleted=0 failed=0 bytes=0 largest_kept=0 largest_gone=0
for entry in ${found[@]+"${found[@]}"}; do
  rest=${entry#* } size=${rest%% *}
  ((size > 0)) || continue
  count=$((count + 1))
  if ((count <= keep)); then
    largest_kept=$((size > largest_kept ? size : largest_kept))
  else
    largest_gone=$((size > largest_gone ? size : largest_gone))
  fi
done
((largest_kept * 10 >= largest_gone)) ||
  die 3 "refused: of the $keep that would be kept the largest has $largest_kept bytes, of those that would go $largest_gone; did the last backups fail?"
for entry in ${found[@]+"${found[@]}"}; do
  rest=${entry#* } size=${rest%% *} name=${rest#* }
  if ((size == 0)); then
    printf 'empty, no backup, left alone: %s\n' "$(shown "$name")"
    continue
  fi
  if ((kept < keep)); then
    kept=$((kept + 1))
    printf 'keep: %s\n' "$(shown "$name")"
  elif $dry_run; then
    printf 'would delete: %s\n' "$(shown "$name")"
    deleted=$((deleted + 1)) bytes=$((bytes + size))
  elif rm -f -- "$root/$name" && [[ ! -e $root/$name ]]; then
    printf 'deleted: %s\n' "$(shown "$name")"
    deleted=$((deleted + 1)) bytes=$((bytes + size))
  else
    printf 'could not delete: %s\n' "$(shown "$name")" >&2
    failed=$((failed + 1))
  fi
done
word=deleted
if $dry_run; then word='would be deleted'; fi
printf '%d kept, %d %s (%s), %d failed\n' "$kept" "$deleted" "$word" "$(numfmt --to=iec "$bytes")" "$failed"
((failed == 0)) || exit 1
