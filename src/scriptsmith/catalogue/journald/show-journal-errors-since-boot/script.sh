#!/usr/bin/env bash
# Show what was logged with the priority of an error since the last boot, by source and in the order
# of time.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-journal-errors-since-boot [--priority CHOICE] [--lines N]

Count the messages of priority err or worse since the last boot by the program that logged them,
and show the latest N of them. Without root, or membership in the group adm or systemd-journal,
only your own messages are seen. When the journal begins later than the boot, for it was cut to its
size, that is said.

  --priority CHOICE  the mildest priority that counts: emerg, alert, crit, err or warning (default
                     err)
  --lines N          how many of the latest messages to show, 1 to 5000 (default 50)
  --help             show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-journal-errors-since-boot: %s\n' "$2" >&2
  exit "$1"
}

priority=err lines=50
while (($# > 0)); do
  case $1 in
    --priority | --lines)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --priority) priority=$2 ;;
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
case $priority in
  emerg | alert | crit | err | warning) ;;
  *) die 2 "--priority takes emerg, alert, crit, err or warning, not '$priority'" ;;
esac
whole "$lines" 1 5000 || die 2 "--lines takes a whole number from 1 to 5000, not '$lines'"
lines=$((10#$lines))
for tool in journalctl sort tail sed grep ps date; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# With --quiet journalctl does not say that it shows somebody their own messages alone, or that there is no journal.
seen=$(LC_ALL=C journalctl --lines=0 --no-pager 2>&1 >/dev/null) || die 3 "the journal cannot be read"
case $seen in
  *'not seeing messages'*) die 3 "the messages of the system are not shown to you: run it as root, or in the group systemd-journal" ;;
  *'No journal files were found'*) die 3 "there is no journal on this host" ;;
esac
# "2026-11-21T10:00:00+0000 host program[pid]: text"; journalctl itself replaces what cannot be printed.
# A host that is badly off logs millions, so only the latest are counted.
most=20000
# A journal is cut to its size, so on a host that runs for long it may begin after the boot.
up=$(ps -o etimes= -p 1) || die 3 "ps does not tell since when this host runs"
now=$(date +%s) since='since boot' first=''
IFS=' ' read -r first _ < <(journalctl --boot --output=short-unix --no-pager --quiet 2>/dev/null) || true
if [[ $first =~ ^([0-9]+)[.] ]] && ((BASH_REMATCH[1] > now - up + 3600)); then
  printf -v since 'since %(%Y-%m-%d %H:%M)T, where the journal begins, and NOT SINCE BOOT' "${BASH_REMATCH[1]}"
fi
text=$(journalctl --boot --priority="$priority" --lines="$most" --output=short-iso --no-pager --quiet) || die 3 "the journal of this boot cannot be read"
note='note: what programs write to their output has priority info, errors too, unless they say otherwise: it is not among these'
if [[ -z $text || $text == '-- No entries --' ]]; then
  printf 'nothing of priority %s or worse %s\n' "$priority" "$since"
  printf '%s\n' "$note"
  exit 0
fi

declare -A times=()
total=0
pattern='^[0-9]{4}-[0-9]{2}-[0-9]{2}T[^ ]+ [^ ]+ ([^][]+)(\[[0-9]+\])?: '
while IFS= read -r line; do
  # A message of several lines goes on with an indent.
  [[ $line =~ $pattern ]] || continue
  source=${BASH_REMATCH[1]%%: *}
  times[$source]=$((${times[$source]:-0} + 1)) total=$((total + 1))
done < <(printf '%s\n' "$text") # no <<< for what may be long: it needs room on a disk

printf '%d messages of priority %s or worse %s, by source:\n' "$total" "$priority" "$since"
for source in "${!times[@]}"; do
  printf '%7d  %s\n' "${times[$source]}" "$source"
done | sort -k1,1nr -k2 | sed -n '1,20p'

if (($(printf '%s\n' "$text" | grep -c -E '^[0-9]{4}-') >= most)); then printf '(only the latest %d messages are counted, there are more)\n' "$most"; fi
printf '%s\n' "$note"

printf '\nlatest lines:\n'
printf '%s\n' "$text" | tail -n "$lines"
