#!/usr/bin/env bash
# Show the lines of a log file between two times.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: search-log-between-times --file FILE --since TIME [--until TIME] [--text TEXT]

Print the lines of a log, plain or gzip, that were written between two times, both included; with
a text, only entries that hold it. Times are understood at the head of a line in the forms
2024-05-25 03:00:01 (or with T, or 2024/05/25), May 25 03:00:01, and [25/May/2024:03:00:01 as web servers write
it. Lines without a time belong to the entry before, as stack traces do. Times are compared as
they stand in the file: no zone is converted, but it is said when the last line names another zone
than that of this host. Rotated files are not looked into: when the log begins
after TIME, that is said.

  --file FILE   log file
  --since TIME  from this time: 2024-05-25 03:00, or 03:00 of today
  --until TIME  up to this time (default now)
  --text TEXT   only entries that hold this text, literally (default: none)
  --help        show this text

Exit status: 0 some lines were found, 1 none was, or the log holds no times, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'search-log-between-times: %s\n' "$2" >&2
  exit "$1"
}

file='' since='' until=now text=''
while (($# > 0)); do
  case $1 in
    --file | --since | --until | --text)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --since) since=$2 ;;
        --until) until=$2 ;;
        --text) text=$2 ;;
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

[[ -n $file ]] || die 2 "--file is required (see --help)"
[[ -n $since ]] || die 2 "--since is required (see --help)"
form='^([0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?[0-9]{2}:[0-9]{2}(:[0-9]{2})?$'
[[ $since =~ $form ]] || die 2 "--since takes YYYY-MM-DD HH:MM or HH:MM, not '$since'"
[[ $until == now || $until =~ $form ]] || die 2 "--until takes YYYY-MM-DD HH:MM or HH:MM, not '$until'"
[[ $file != -* ]] || file=./$file
for tool in awk zcat date; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -f $file ]] || die 3 "no such file: $file"
[[ -r $file ]] || die 3 "cannot read $file"
whole() { # TIME SECONDS: as YYYY-MM-DD HH:MM:SS, checked by date
  local value=${1/T/ }
  [[ $value == *-* ]] || value="$(date +%F) $value"
  [[ $value == *:*:* ]] || value+=:$2
  date -d "$value" '+%F %T' 2>/dev/null
}
since=$(whole "$since" 00) || die 2 "--since: there is no such time"
if [[ $until == now ]]; then until=$(date '+%F %T'); else until=$(whole "$until" 59) || die 2 "--until: there is no such time"; fi
[[ ! $since > $until ]] || die 2 "--since lies after --until ($since, $until)"

# The classic syslog form has no year: it is that of the file's last change, or the one before. The clock of whoever
# wrote a line may be ahead, or in another zone.
last=$(date -d "@$(($(stat -L -c %Y -- "$file") + 86400))" '+%F %T')
# Many programs write in UTC (MySQL, Kubernetes), whatever the zone of the host.
zone=$(date -d "$since" +%z)
rc=0 unpacked=0
zcat --force -- "$file" | TEXT=$text awk -v from="$since" -v to="$until" -v last="$last" -v here="$zone" '
  BEGIN {
    split("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", name, " ")
    for (i = 1; i <= 12; i++) month[name[i]] = sprintf("%02d", i)
    text = ENVIRON["TEXT"]; year = substr(last, 1, 4)
  }
  function flush_entry() {
    if (inside && entry != "" && (text == "" || index(entry, text) > 0)) { printf "%s", entry; found++ }
    entry = ""
  }
  {
    time = ""; head = substr($0, 1, 120); rest = ""
    if (head ~ /^[^0-9A-Za-z]*[0-9][0-9][0-9][0-9][-\/][0-9][0-9][-\/][0-9][0-9][T ][0-9][0-9]:[0-9][0-9]:[0-9][0-9]/) {
      match(head, /[0-9][0-9][0-9][0-9][-\/]/)
      time = substr(head, RSTART, 10) " " substr(head, RSTART + 11, 8); rest = substr(head, RSTART + 19)
      gsub(/\//, "-", time)
    } else if (match(head, /^[A-Z][a-z][a-z] [ 0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9]/) && (substr(head, 1, 3) in month)) {
      day = substr(head, 5, 2); sub(/ /, "0", day)
      time = year "-" month[substr(head, 1, 3)] "-" day " " substr(head, 8, 8)
      if (time > last) time = (year - 1) substr(time, 5)
    } else if (match(head, /\[[0-9][0-9]\/[A-Z][a-z][a-z]\/[0-9][0-9][0-9][0-9]:[0-9][0-9]:[0-9][0-9]:[0-9][0-9]/)) {
      part = substr(head, RSTART + 1)
      time = substr(part, 8, 4) "-" month[substr(part, 4, 3)] "-" substr(part, 1, 2) " " substr(part, 13, 8); rest = substr(part, 21)
    }
    sub(/^[.,][0-9]+/, "", rest)
    if (rest ~ /^ ?[+-][0-9][0-9]:?[0-9][0-9]/) { sub(/^ /, "", rest); sub(/:/, "", rest); zone = substr(rest, 1, 5) }
    else if (rest ~ /^Z|^ (UTC|GMT)/) zone = "+0000"
    if (time != "") {
      flush_entry()
      if (!timed++) first = time
      inside = (time >= from && time <= to)
    }
    if (inside) entry = entry $0 "\n"
  }
  END {
    flush_entry()
    if (!timed) exit 4
    if (zone != "" && zone != here) printf "NOTE: the times in the file are of the zone %s, those asked for of %s: they were compared as they stand\n", zone, here | "cat >&2"
    if (first > from) printf "note: the log begins at %s; what is older lies in a rotated file, if it is kept\n", first | "cat >&2"
    if (!found) exit 5
    printf "%d entries from %s to %s\n", found, from, to | "cat >&2"
  }' || { rc=$? unpacked=${PIPESTATUS[0]}; }
((unpacked == 0)) || die 1 "$file cannot be read to its end"
case $rc in
  0) ;;
  4) die 1 "no times that are understood stand in $file" ;;
  5)
    printf 'no entry from %s to %s%s\n' "$since" "$until" "${text:+ with that text}" >&2
    exit 1
    ;;
  *) die 1 "the lines of $file cannot be looked through" ;;
esac
