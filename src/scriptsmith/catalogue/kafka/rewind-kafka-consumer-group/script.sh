#!/usr/bin/env bash
# Set the offsets of a Kafka consumer group to where a topic was some minutes ago.
#
# Undo: save the lines topic,partition,offset that it prints to a file and use --reset-offsets --from-file, as it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: rewind-kafka-consumer-group --group NAME --topic NAME --minutes N
       [--bootstrap-server HOST:PORT] [--dry-run]

The group will process again the messages that arrived since then; what it does with them is then
done twice. A group that is further behind than that would skip messages instead: this is refused.
The group must have no running members: stop its consumers first. For a secured cluster let
KAFKA_COMMAND_CONFIG name a file with the client settings.

  --group NAME                  name of the consumer group
  --topic NAME                  name of the topic
  --minutes N                   how far to go back from now, in minutes
  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --dry-run                     show the new offsets, change nothing
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'rewind-kafka-consumer-group: %s\n' "$2" >&2
  exit "$1"
}

group='' topic='' minutes='' bootstrap_server=localhost:9092 dry_run=false
while (($# > 0)); do
  case $1 in
    --group | --topic | --minutes | --bootstrap-server)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --group) group=$2 ;;
        --topic) topic=$2 ;;
        --minutes) minutes=$2 ;;
        --bootstrap-server) bootstrap_server=$2 ;;
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

[[ -n $group ]] || die 2 "--group is required (see --help)"
[[ -n $topic ]] || die 2 "--topic is required (see --help)"
[[ -n $minutes ]] || die 2 "--minutes is required (see --help)"
[[ $group =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@/+~-]{0,254}$ ]] || die 2 "--group takes the name of a consumer group, not '$group'"
[[ $topic =~ ^[A-Za-z0-9._-]{1,249}$ && $topic != -* ]] || die 2 "--topic takes the name of a topic, not '$topic'"
[[ $minutes =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--minutes takes a whole number above 0, not '$minutes'"
minutes=$((10#$minutes))
[[ $bootstrap_server =~ ^([A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$ ]] ||
  die 2 "--bootstrap-server takes HOST or HOST:PORT, not '$bootstrap_server'"
[[ $bootstrap_server =~ :[0-9]+$ ]] || bootstrap_server+=:9092
port=$((10#${bootstrap_server##*:}))
((port >= 1 && port <= 65535)) || die 2 "--bootstrap-server takes a port up to 65535, not '$bootstrap_server'"
command -v timeout >/dev/null || die 3 "timeout (coreutils) is not installed"
secured=()
[[ -z ${KAFKA_COMMAND_CONFIG:-} ]] || secured=(--command-config "$KAFKA_COMMAND_CONFIG")
groups() { # ARG...: kafka-consumer-groups.sh, or kafka-consumer-groups as some packages name it, within a minute
  local said error rc=0
  if command -v kafka-consumer-groups.sh >/dev/null; then
    said=$(timeout 60 kafka-consumer-groups.sh --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null) || rc=$?
  else
    said=$(timeout 60 kafka-consumer-groups --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null) || rc=$?
  fi
  printf '%s\n' "$said"
  # What goes wrong is told on standard output, and it ends with 0.
  case $'\n'$said in
    *$'\nError: '*'does not exist'* | *$'\nError: '*GroupIdNotFound*) ;;
    *$'\nError: '*)
      error=${said#*Error: } # not before: where it is missing in a long text, that takes Bash minutes
      printf 'Error: %s\n' "${error%%$'\n'*}" >&2
      ((rc != 0)) || rc=1
      ;;
  esac
  return "$rc"
}
command -v kafka-consumer-groups.sh >/dev/null || command -v kafka-consumer-groups >/dev/null || die 3 "kafka-consumer-groups.sh is not on the PATH"
command -v awk >/dev/null || die 3 "awk is not installed"

offsets() { # COLUMN: lines "partition offset" of what stands on stdin, for the topic
  LC_ALL=C awk -v topic="$topic" -v wanted="$1" '
    $0 ~ wanted && /PARTITION/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
    (wanted in column) && $(column["TOPIC"]) == topic && $(column[wanted]) ~ /^[0-9]+$/ {
      print $(column["PARTITION"]) " " $(column[wanted])
    }'
}
current() { groups --describe --group "$group" | offsets CURRENT-OFFSET; }
rewind() { groups --reset-offsets --group "$group" --topic "$topic" --by-duration "PT${minutes}M" "$1" | offsets NEW-OFFSET; }

state=$(groups --describe --group "$group" --state | awk 'seen && NF > 2 { print $(NF - 1) } /STATE/ { seen = 1 }') ||
  die 1 "cannot read the state of group $group at $bootstrap_server"
case $state in
  '' | Dead) die 3 "no such consumer group: $group" ;;
  Empty) ;;
  *) die 3 "group $group is $state: stop its consumers first, or they would overwrite the offsets" ;;
esac
before=$(current) || die 1 "cannot read the offsets of group $group"
planned=$(rewind --dry-run) || die 3 "Kafka refuses to go back (does topic $topic exist?)"
[[ -n $planned ]] || die 3 "there is nothing to rewind for group $group on topic $topic"

declare -A at=()
while read -r partition offset; do
  if [[ -n $partition ]]; then at[$partition]=$offset; fi
done <<<"$before"
messages=0 unread=0
printf 'before (topic,partition,offset):\n'
for partition in "${!at[@]}"; do printf '%s,%s,%s\n' "$topic" "$partition" "${at[$partition]}"; done
while read -r partition offset; do
  was=${at[$partition]:-}
  printf 'partition %s: %s, goes to %s\n' "$partition" "${was:-no offset}" "$offset"
  if [[ -z $was ]]; then
    unread=$((unread + 1))
    continue
  fi
  ((offset <= was)) || die 3 "refused: partition $partition is at $was, so going to $offset would skip messages"
  messages=$((messages + was - offset))
done <<<"$planned"
((unread == 0)) || printf 'note: the group has no offset yet in %d partitions; older messages there are not read, and the lines above do not undo it\n' "$unread" >&2
if ((messages == 0)) && [[ -n $before ]]; then
  printf 'nothing to change: no message of %s that group %s has read is so young\n' "$topic" "$group"
  exit 0
fi
if $dry_run; then
  printf 'would rewind: group %s by %d minutes, %d messages are read again\n' "$group" "$minutes" "$messages"
  exit 0
fi

[[ -z $before ]] || printf 'undo, with those lines in a FILE: kafka-consumer-groups.sh --bootstrap-server %s %s--group %s --reset-offsets --from-file FILE --execute\n' "$bootstrap_server" "${secured[*]}${secured:+ }" "$group"
wanted=$(rewind --execute) || die 1 "the reset failed"
[[ -n $wanted ]] || die 1 "the reset did not report new offsets"
after=$(current) || die 1 "cannot read the offsets of group $group after the reset"
while read -r line; do
  [[ $'\n'$after$'\n' == *$'\n'$line$'\n'* ]] || die 1 "partition ${line% *} is not at ${line#* } after the reset"
done <<<"$wanted"
printf 'rewound: group %s on topic %s by %d minutes, about %d messages are read again\n' "$group" "$topic" "$minutes" "$messages"
