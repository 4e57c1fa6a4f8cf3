#!/usr/bin/env bash
# Count the journal lines of the last minutes by the program that wrote them, most first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-noisiest-units [--minutes N] [--limit N]

Count what was written to the journal in the last N minutes by program, with the share of each and
one line of the noisiest as an example. At most the latest 200000 lines are counted, and a journal
that begins later, since it was cut to its size, is told. Messages that
journald dropped by its rate limit are named as well.

  --minutes N  how far to look back, in minutes (default 60)
  --limit N    how many programs to show, 1 to 200 (default 10)
  --help       show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-noisiest-units: %s\n' "$2" >&2
  exit "$1"
}

minutes=60 limit=10
while (($# > 0)); do
  case $1 in
    --minutes | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --minutes) minutes=$2 ;;
        --limit) limit=$2 ;;
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
whole "$minutes" 1 100000 || die 2 "--minutes takes a whole number from 1 to 100000, not '$minutes'"
whole "$limit" 1 200 || die 2 "--limit takes a whole number from 1 to 200, not '$limit'"
minutes=$((10#$minutes)) limit=$((10#$limit))
for tool in journalctl sed sort uniq grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
most=200000

# With --quiet journalctl does not say that it shows somebody their own messages alone, or that there is no journal.
seen=$(LC_ALL=C journalctl --lines=0 --no-pager 2>&1 >/dev/null) || die 3 "the journal cannot be read"
case $seen in
  *'not seeing messages'*) die 3 "the messages of the system are not shown to you: run it as root, or in the group systemd-journal" ;;
  *'No journal files were found'*) die 3 "there is no journal on this host" ;;
esac
# No <<< for what may be long, and a size for sort: both write to /tmp otherwise, and the journal may have filled the disk.
# "TIME HOST PROGRAM[PID]: text"; the program alone is kept, lines that go on with an indent are not.
lines=$(journalctl --since="-${minutes}min" --lines="$most" --output=short-iso --no-pager --quiet) || die 3 "the journal cannot be read"
names=$(printf '%s\n' "$lines" | sed -n -E 's/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[^ ]+ [^ ]+ ([^]: []+)[^:]*: .*/\1/p')
if [[ -z $names ]]; then
  printf 'nothing was logged in the last %d minutes\n' "$minutes"
  exit 0
fi
total=$(printf '%s\n' "$names" | grep -c '')
printf -v now '%(%s)T' -1
span=$minutes
IFS=' ' read -r first _ < <(journalctl --output=short-unix --no-pager --quiet 2>/dev/null) || true
if [[ ${first:-} =~ ^([0-9]+)[.] ]] && ((BASH_REMATCH[1] > now - minutes * 60 + 60)); then
  span=$(((now - BASH_REMATCH[1]) / 60))
  ((span > 0)) || span=1
  printf 'note: the journal begins at %(%Y-%m-%d %H:%M)T only, %d minutes ago\n' "${BASH_REMATCH[1]}" "$span"
fi
# Not each line has a plain name of a program, so that the messages decide whether there are more.
cut=false messages=$(printf '%s\n' "$lines" | grep -c -E '^[0-9]{4}-[0-9]{2}-[0-9]{2}T') || messages=$total
if ((messages >= most)); then cut=true; fi
if $cut; then printf '(only the latest %d lines are counted, there are more)\n' "$most"; fi

table=$(printf '%s\n' "$names" | sort --buffer-size=25% | uniq -c | sort -k1,1nr -k2)
printf '%9s %7s  %s\n' LINES SHARE PROGRAM
noisiest=''
while read -r number name; do
  noisiest=${noisiest:-$name}
  printf '%9d %5d.%d%%  %s\n' "$number" $((1000 * number / total / 10)) $((1000 * number / total % 10)) "$name"
done < <(printf '%s\n' "$table" | sed -n "1,${limit}p")
if $cut; then
  first=${lines%% *}
  printf '%d lines counted, of the time since %s\n' "$total" "$first"
else
  printf '%d lines in %d minutes, %d a minute\n' "$total" "$span" $((total / span))
fi

example=$(printf '%s\n' "$lines" | grep -F -e " ${noisiest}[" -e " $noisiest: " | sed -n '$p') || example=''
if [[ -n $example ]]; then printf 'for example: %s\n' "${example:0:300}"; fi
dropped=$(printf '%s\n' "$lines" | grep -E 'Suppressed [0-9]+ messages from' | sed -n -E 's/.*(Suppressed [0-9]+ messages from [^ ]+).*/\1/p' | sort | uniq -c) || dropped=''
if [[ -n $dropped ]]; then printf 'dropped by the rate limit:\n%s\n' "$dropped"; fi
