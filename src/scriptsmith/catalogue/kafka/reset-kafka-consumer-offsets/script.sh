#!/usr/bin/env bash
# Move the committed offsets of a Kafka consumer group to the start or the end of a topic.
#
# Undo: save the lines topic,partition,offset that it prints to a file and use --reset-offsets --from-file,
# as it prints. Partitions that are not among these had no offset, and keep the new one.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reset-kafka-consumer-offsets --group NAME --topic NAME --to WHERE
       [--bootstrap-server HOST:PORT] [--dry-run]

Latest skips all messages that wait; earliest makes the group process again whatever the topic
still holds. The group must have no running members: stop its consumers first. The offsets before
are printed in the form that kafka-consumer-groups reads back. For a secured cluster let
KAFKA_COMMAND_CONFIG name a file with the client settings.

  --group NAME                  name of the consumer group
  --topic NAME                  name of the topic
  --to WHERE                    earliest reads all again, latest skips what is waiting
  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --dry-run                     show the new offsets, change nothing
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'reset-kafka-consumer-offsets: %s\n' "$2" >&2
  exit "$1"
}

group='' topic='' to='' bootstrap_server=localhost:9092 dry_run=false
while (($# > 0)); do
  case $1 in
    --group | --topic | --to | --bootstrap-server)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --group) group=$2 ;;
        --topic) topic=$2 ;;
        --to) to=$2 ;;
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
[[ -n $to ]] || die 2 "--to is required (see --help)"
[[ $group =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@/+~-]{0,254}$ ]] || die 2 "--group takes the name of a consumer group, not '$group'"
[[ $topic =~ ^[A-Za-z0-9._-]{1,249}$ && $topic != -* ]] || die 2 "--topic takes the name of a topic, not '$topic'"
[[ $to == earliest || $to == latest ]] || die 2 "--to takes earliest or latest, not '$to'"
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

state() { groups --describe --group "$group" --state | awk 'seen && NF > 2 { print $(NF - 1) } /STATE/ { seen = 1 }'; }
offsets() { # COLUMN: lines topic,partition,offset of what stands on stdin, for the topic
  LC_ALL=C awk -v topic="$topic" -v wanted="$1" '
    $0 ~ wanted && /PARTITION/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
    (wanted in column) && $(column["TOPIC"]) == topic && $(column[wanted]) ~ /^[0-9]+$/ {
      print topic "," $(column["PARTITION"]) "," $(column[wanted])
    }'
}

now=$(state) || die 1 "cannot read the state of group $group at $bootstrap_server"
case $now in
  '' | Dead) die 3 "no such consumer group: $group" ;;
  Empty) ;;
  *) die 3 "group $group is $now: stop its consumers first, or they would overwrite the offsets" ;;
esac
described=$(groups --describe --group "$group") || die 1 "cannot read the offsets of group $group"
before=$(offsets CURRENT-OFFSET <<<"$described")
plan=$(groups --reset-offsets --group "$group" --topic "$topic" "--to-$to" --dry-run) || die 3 "Kafka refuses the reset (does topic $topic exist?)"
planned=$(offsets NEW-OFFSET <<<"$plan")
[[ -n $planned ]] || die 3 "there is nothing to reset for group $group on topic $topic"

printf 'before (topic,partition,offset):\n%s\n' "${before:-none committed}"
if [[ $before == "$planned" ]]; then
  printf 'nothing to change: group %s is at the %s offsets of %s already\n' "$group" "$to" "$topic"
  exit 0
fi
if $dry_run; then
  printf 'would become:\n%s\n' "$planned"
  exit 0
fi

[[ -z $before ]] || printf 'undo, with those lines in a FILE: kafka-consumer-groups.sh --bootstrap-server %s %s--group %s --reset-offsets --from-file FILE --execute\n' "$bootstrap_server" "${secured[*]}${secured:+ }" "$group"
changed=$(groups --reset-offsets --group "$group" --topic "$topic" "--to-$to" --execute) || die 1 "the reset failed"
wanted=$(offsets NEW-OFFSET <<<"$changed")
[[ -n $wanted ]] || die 1 "the reset did not report new offsets; nothing is known to have changed"
described=$(groups --describe --group "$group") || die 1 "cannot read the offsets of group $group after the reset"
after=$(offsets CURRENT-OFFSET <<<"$described")
while read -r line; do
  [[ $'\n'$after$'\n' == *$'\n'$line$'\n'* ]] || die 1 "not all offsets took: $line is missing after the reset"
done <<<"$wanted"
printf 'reset to %s:\n%s\n' "$to" "$wanted"
