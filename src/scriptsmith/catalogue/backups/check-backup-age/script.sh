#!/usr/bin/env bash
# Find the newest backup below a directory, and check its age and its size.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-backup-age --directory PATH [--hours N] [--pattern GLOB]

Name the newest non-empty file below DIRECTORY that matches PATTERN, with its age and size, and
the ones before it. Without a pattern, logs, checksums and unfinished files are no backups. It fails
when the newest is older than N hours, when an empty file is newer, or when it is less than half as
large as the one before it of its series (whose name differs in digits only, or else ends alike in the
same directory): a backup that suddenly shrank has mostly lost something. So it does when the newest
is smaller than 100 bytes, as packed files without content are. Where the directory holds several
series (one for each database), those whose newest is older than N hours are named, ten at most; that
is no failure, for they may be retired.

  --directory PATH  directory that holds the backups, with everything below it
  --hours N         how old the newest may be, in hours (default 26)
  --pattern GLOB    which names are backups (default *)
  --help            show this text

Exit status: 0 the newest is in order, 1 it is not, or there is none, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'check-backup-age: %s\n' "$2" >&2
  exit "$1"
}

directory='' hours=26 pattern='*'
while (($# > 0)); do
  case $1 in
    --directory | --hours | --pattern)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --hours) hours=$2 ;;
        --pattern) pattern=$2 ;;
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

[[ -n $directory ]] || die 2 "--directory is needed (see --help)"
[[ $hours =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--hours takes a whole number above 0, not '$hours'"
[[ -n $pattern && $pattern != */* ]] || die 2 "--pattern takes a file name pattern without a slash, not '$pattern'"
hours=$((10#$hours))
for tool in find sort numfmt date; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Foreign text on one line, whatever it holds.
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ $directory != -* ]] || directory=./$directory

# What lies beside backups is none: a job that fails writes its log all the same.
left_out=()
if [[ $pattern == '*' ]]; then
  left_out=(-iregex '.*\(\.\(log\|md5\|sha1\|sha256\|sha512\|asc\|sig\|part\|partial\|tmp\|lock\|pid\)\|SUMS\)' -printf '0 beside\0' -o)
fi
# "TIME SIZE NAME", the newest first. The slash has a link to a directory followed.
found=() empty='' beside=0 complete=false
while IFS= read -r -d '' entry; do
  if [[ $entry == complete ]]; then
    complete=true
  elif [[ $entry == '0 beside' ]]; then
    beside=$((beside + 1))
  elif [[ $entry =~ ^[^\ ]+\ 0\  ]]; then
    if ((${#found[@]} == 0)) && [[ -z $empty ]]; then empty=${entry#* 0 }; fi
  else
    found+=("$entry")
  fi
done < <(find "${directory%/}/" -ignore_readdir_race -type f \( "${left_out[@]}" -name "$pattern" -printf '%T@ %s %P\0' \) 2>/dev/null |
  LC_ALL=C sort -z -k1,1nr && ((PIPESTATUS[0] == 0)) && printf 'complete\0')
$complete || die 3 "not all of $(shown "$directory") could be searched (run this as a user who may read it)"
((beside == 0)) || printf 'left out as logs, checksums or unfinished files: %d (a pattern takes them)\n' "$beside"
((${#found[@]} > 0)) || {
  printf 'NO BACKUP: nothing below %s matches %s\n' "$(shown "$directory")" "$(shown "$pattern")"
  exit 1
}

now=$(date +%s)
sizes=() ages=()
for entry in "${found[@]:0:3}"; do
  time=${entry%% *} rest=${entry#* }
  size=${rest%% *} name=${rest#* } seconds=$((now - ${time%%.*}))
  printf '%6dh %02dm  %8s  %s\n' $((seconds / 3600)) $((seconds / 60 % 60)) "$(numfmt --to=iec "$size")" "$(shown "$name")"
  sizes+=("$size") ages+=("$seconds")
done
printf '%d backups in all\n' "${#found[@]}"
# A series has the same names but for digits, and may have ended while the newest one's goes on. What came before the newest
# is of its series, or else has the same directory and end of the name.
newest=${found[0]#* * } before='' alike=''
declare -A series=() ended=()
for entry in "${found[@]}"; do
  name=${entry#* * } key=of${name//[0-9]/} seen=${series[$key]-}
  if [[ -z $seen ]]; then series[$key]="$((now - ${entry%%.*})) $name"; elif ((${seen%% *} > hours * 3600)); then ended[$key]=$seen; fi
  [[ $name != "$newest" ]] || continue
  if [[ -z $before && $key == "of${newest//[0-9]/}" ]]; then before=$entry; fi
  if [[ -z $alike && ${name%"${name##*/}"} == "${newest%"${newest##*/}"}" && ${name##*.} == "${newest##*.}" ]]; then alike=$entry; fi
done
before=${before:-$alike} told=0
for seen in "${ended[@]}"; do
  [[ ${seen#* } == "$newest" ]] || ((told++ >= 10)) || printf 'note: %s, the newest of its series, is %d hours old\n' "$(shown "${seen#* }")" $((${seen%% *} / 3600))
done

wrong=0
fault() { printf '%s\n' "$1" && wrong=1; }
[[ -z $empty ]] || fault "EMPTY: $(shown "$empty") is newer, and has no content"
((ages[0] <= hours * 3600)) || fault "TOO OLD: the newest is $((ages[0] / 3600)) hours old, more than $hours"
((ages[0] >= -300)) || fault 'IN THE FUTURE: the newest was written by a clock that is ahead of this one'
((sizes[0] >= 100)) || fault "NEXT TO NOTHING: the newest has ${sizes[0]} bytes, as a packed file without content"
rest=${before#* }
[[ -z $before ]] || ((sizes[0] * 2 >= ${rest%% *})) || fault "TOO SMALL: the newest has less than half the size of the one before, $(shown "${before#* * }")"
((wrong == 0)) || exit 1
printf 'OK: the newest is not older than %d hours\n' "$hours"
