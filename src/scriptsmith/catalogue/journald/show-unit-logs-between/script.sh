#!/usr/bin/env bash
# Show the journal lines of one systemd unit between two times.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-unit-logs-between --service NAME [--since TEXT] [--until TEXT] [--lines N]

Print what the unit NAME, and systemd about it, logged between two times, the latest N messages
of it, with seconds and time zone. A time is what journalctl takes; without a date it means today. When
no program at all logged anything in that time, that is refused: it may be yet to come.
Whether lines were left out, or the journal begins later, is said. Of a unit that runs nothing itself
(postgresql and openvpn on Debian) the units that belong to it are shown as well.

  --service NAME  systemd unit, with or without .service
  --since TEXT    when to begin, as journalctl takes it: '2026-11-20 22:00', '22:00', '-2h',
                  yesterday (default -1h)
  --until TEXT    when to end, in the same form (default now)
  --lines N       show at most so many messages, the latest ones, 1 to 20000 (default 1000)
  --help          show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-unit-logs-between: %s\n' "$2" >&2
  exit "$1"
}

service='' since=-1h until=now lines=1000
while (($# > 0)); do
  case $1 in
    --service | --since | --until | --lines)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --service) service=$2 ;;
        --since) since=$2 ;;
        --until) until=$2 ;;
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

[[ -n $service ]] || die 2 "--service is needed (see --help)"
# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
[[ $service =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--service takes the name of a systemd unit, not '$service'"
when='^[0-9A-Za-z:+ .-]{1,40}$'
[[ $since =~ $when ]] || die 2 "--since takes a time such as '2026-11-20 22:00' or -2h, not '$since'"
[[ $until =~ $when ]] || die 2 "--until takes a time such as '2026-11-20 23:00' or -1h, not '$until'"
whole "$lines" 1 20000 || die 2 "--lines takes a whole number from 1 to 20000, not '$lines'"
lines=$((10#$lines))
for tool in journalctl awk grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# With --quiet journalctl does not say that it shows somebody their own messages alone, or that there is no journal.
seen=$(LC_ALL=C journalctl --lines=0 --no-pager 2>&1 >/dev/null) || die 1 "the journal cannot be read"
case $seen in
  *'not seeing messages'*) die 3 "the messages of the system are not shown to you: run it as root, or in the group systemd-journal" ;;
  *'No journal files were found'*) die 3 "there is no journal on this host" ;;
esac
# The journal knows a unit by its own name only, systemctl by its aliases as well (sshd, mysql).
units=("$service") spaces=() load='' parts=() type='' first=''
if command -v systemctl >/dev/null; then
  while IFS='=' read -r key text; do
    case $key in
      Id) [[ -z $text ]] || units[0]=$text ;;
      LoadState) load=$text ;;
      Type) type=$text ;;
      LogNamespace) [[ -z $text ]] || spaces=(--namespace="+$text") ;; # a journal of its own, beside that of the host
      ConsistsOf) read -r -a parts <<<"$text" ;;
    esac
  done < <(systemctl show --property=Id --property=LoadState --property=Type --property=ConsistsOf --property=LogNamespace -- "$service" 2>/dev/null || true)
  # Behind an umbrella, such as Debian's postgresql.service, one unit for each cluster does the work.
  if [[ $type == oneshot ]]; then units+=(${parts[@]+"${parts[@]}"}); fi
fi
IFS=' ' read -r older _ < <(journalctl --until="$since" --reverse --output=short-iso --no-pager --quiet 2>/dev/null) || true
if [[ ! $older =~ ^[0-9]{4}- ]]; then
  IFS=' ' read -r first _ < <(journalctl --output=short-iso --no-pager --quiet 2>/dev/null) || true
fi
[[ ! $first =~ ^[0-9]{4}- ]] || printf 'note: the journal begins at %s only\n' "$first"
# One line more than wanted tells whether there are more.
text=$(journalctl ${spaces[@]+"${spaces[@]}"} "${units[@]/#/--unit=}" --since="$since" --until="$until" --lines=$((lines + 1)) \
  --output=short-iso --no-pager --quiet) || die 1 "journalctl could not show it (is the time written as it takes it? without a date it means today)"

if [[ -z $text || $text == '-- No entries --' ]]; then
  # A time that is yet to come, an unknown unit and a silent one look alike in the journal.
  [[ -n $(journalctl --since="$since" --until="$until" --lines=1 --no-pager --quiet) ]] ||
    die 3 "nobody at all logged anything from $since until $until: without a date a time means today and may be yet to come, or the host was down"
  printf 'in the journal is nothing of %s from %s until %s; log files of its own are not looked at\n' "$service" "$since" "$until"
  if [[ $load == not-found ]]; then printf 'note: systemd knows no unit %s now\n' "$service"; fi
  exit 0
fi

# A message of several lines goes on with an indent, and a new boot has a line of its own.
# No <<< for what may be long: it needs room on a disk.
found=$(printf '%s\n' "$text" | grep -c -E '^[0-9]{4}-[0-9]{2}-[0-9]{2}T') || true
if ((found > lines)); then
  printf '%s\n' "$text" | awk '/^[0-9][0-9][0-9][0-9]-/ { n++ } n > 1'
  printf 'the latest %d messages; there are more in that time (--lines)\n' "$lines"
else
  printf '%s\n' "$text"
  printf '%d messages of %s from %s until %s\n' "$found" "$service" "$since" "$until"
fi
