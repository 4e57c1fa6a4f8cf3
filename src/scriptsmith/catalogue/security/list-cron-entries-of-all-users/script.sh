#!/usr/bin/env bash
# List the cron entries of all users and of the system.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-cron-entries-of-all-users [--days N] [--root DIR]

Show every active line of the crontabs of all users, of /etc/crontab and cron.d, and the names of
the scripts in cron.hourly to cron.yearly (of Alpine in periodic), each with its file and the day when that changed. A name
for which cron or run-parts leaves a file out is told: of Debian's all with a dot. Whoever breaks in
likes to come back by cron. With --days only files that changed within that time are
shown; of a link both the link and what it leads to count.

  --days N    only files changed within this time; 0 shows all (default 0)
  --root DIR  where the system lies, such as a mounted disk (default /)
  --help      show this text

Exit status: 0 done, 1 some file could not be read, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-cron-entries-of-all-users: %s\n' "$2" >&2
  exit "$1"
}

days=0 root=/
while (($# > 0)); do
  case $1 in
    --days | --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --days) days=$2 ;;
        --root) root=$2 ;;
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

{ [[ $days =~ ^[0-9]{1,7}$ ]] && ((10#$days >= 0 && 10#$days <= 36500)); } ||
  die 2 "--days takes a whole number from 0 to 36500, not '$days'"
days=$((10#$days))
[[ $root == /* || $root == ./* ]] || root=./$root
command -v stat >/dev/null || die 3 "stat is not installed"
[[ -d $root/etc ]] || die 3 "there is no etc in $root"
root=${root%/}
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}

now=$(date +%s)
files=0 lines=0 failed=0
fresh() { # FILE: changed within the time; sets day
  local changed target
  if ! changed=$(stat -c %Z -- "$1") || ! target=$(stat -L -c %Z -- "$1"); then
    failed=$((failed + 1))
    return 1
  fi
  ((changed >= target)) || changed=$target
  day=$(date -d "@$changed" +%F)
  ((days == 0 || now - changed < days * 86400))
}
debian=false
[[ ! -e $root/etc/debian_version ]] || debian=true
skipped() { # FILE of cron.d or for run-parts: is it left out for its name?
  local name=${1##*/}
  if [[ $1 == "$root"/etc/periodic/* ]]; then [[ ! $name =~ ^[A-Za-z0-9_.-]+$ ]]; elif $debian; then [[ ! $name =~ ^[A-Za-z0-9_-]+$ ]]; else [[ $name == [.#]* || $name == *'~' || $name == *.rpm@(save|orig|new) || $name == *.cfsaved ]]; fi
}
table() { # FILE: its active lines
  local line text
  fresh "$1" || return 0
  if ! text=$(tr -d '\000' <"$1" 2>/dev/null); then
    printf 'cannot read %s\n' "$(shown "$1")" >&2
    failed=$((failed + 1))
    return 0
  fi
  files=$((files + 1))
  note=''
  if [[ $1 == "$root/etc/cron.d"/* ]] && skipped "$1"; then note=', left out by cron for its name'; fi
  printf '%s (changed %s%s)\n' "$(shown "$1")" "$day" "$note"
  while IFS= read -r line; do
    [[ $line =~ ^[[:space:]]*(#|$) ]] && continue
    printf '  %s\n' "$(shown "${line//$'\t'/ }")"
    lines=$((lines + 1))
  done <<<"$text"
}

unseen() { # DIRECTORY
  printf 'cannot look into %s (run this as root)\n' "$1" >&2
  failed=$((failed + 1))
}
shopt -s nullglob dotglob
for directory in "$root"/etc/cron.{d,hourly,daily,weekly,monthly,yearly} "$root"/etc/periodic "$root"/etc/periodic/*/; do
  [[ ! -d $directory || -r $directory && -x $directory ]] || unseen "$directory"
done
for directory in "$root/var/spool/cron/crontabs" "$root/var/spool/cron/tabs" "$root/var/spool/cron"; do
  [[ -d $directory ]] || continue
  if [[ ! -r $directory || ! -x $directory ]]; then
    unseen "$directory"
    continue
  fi
  for file in "$directory"/*; do
    if [[ -f $file ]]; then table "$file"; fi
  done
done
for file in "$root/etc/crontab" "$root/etc/anacrontab" "$root"/etc/cron.d/*; do
  if [[ -f $file && ${file##*/} != .placeholder ]]; then table "$file"; fi
done
for directory in "$root"/etc/cron.{hourly,daily,weekly,monthly,yearly} "$root"/etc/periodic/*/; do
  for file in "${directory%/}"/*; do
    if [[ ! -f $file || ${file##*/} == .placeholder ]] || ! fresh "$file"; then continue; fi
    files=$((files + 1))
    note=''
    [[ -x $file ]] || note=', not executable'
    if skipped "$file"; then note+=', left out by run-parts for its name'; fi
    printf '%s (changed %s, script%s)\n' "$(shown "$file")" "$day" "$note"
  done
done
printf '%d files, %d active lines; timers of systemd and jobs of at are not looked at\n' "$files" "$lines"
((failed == 0)) || die 1 "$failed places could not be read"
