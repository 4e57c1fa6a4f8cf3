#!/usr/bin/env bash
# Raise the number of partitions of a Kafka topic, and read it back.
#
# Undo: none, Kafka cannot take partitions away again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: add-kafka-partitions --topic NAME --partitions N [--bootstrap-server HOST:PORT] [--dry-run]

N is the total afterwards. Messages with a key may go to another partition from then on, so the
order for a key is not kept across the change; consumer groups rebalance. Consumers with
auto.offset.reset=latest, the default, skip what is written to a new partition before they notice
it, which takes up to five minutes. More than four times the present number is refused as a likely
typing error, and so are the topics of Kafka, Schema Registry, Connect and Streams themselves; the
input of a Streams or ksqlDB application that keeps state is not known here, and breaks it. For a
secured cluster let KAFKA_COMMAND_CONFIG name a file with the client settings.

  --topic NAME                  name of the topic
  --partitions N                how many partitions it should have in all
  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --dry-run                     say what would be changed, change nothing
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'add-kafka-partitions: %s\n' "$2" >&2
  exit "$1"
}

topic='' partitions='' bootstrap_server=localhost:9092 dry_run=false
while (($# > 0)); do
  case $1 in
    --topic | --partitions | --bootstrap-server)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --topic) topic=$2 ;;
        --partitions) partitions=$2 ;;
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

[[ -n $topic ]] || die 2 "--topic is required (see --help)"
[[ -n $partitions ]] || die 2 "--partitions is required (see --help)"
[[ $topic =~ ^[A-Za-z0-9._-]{1,249}$ && $topic != -* ]] || die 2 "--topic takes the name of a topic, not '$topic'"
case $topic in
  __* | _schemas | connect-configs | connect-offsets | connect-status | *-changelog | *-repartition) die 2 "refused: $topic is internal to Kafka or what works on it" ;;
esac
[[ $partitions =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--partitions takes a whole number above 0, not '$partitions'"
partitions=$((10#$partitions))
[[ $bootstrap_server =~ ^([A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$ ]] ||
  die 2 "--bootstrap-server takes HOST or HOST:PORT, not '$bootstrap_server'"
[[ $bootstrap_server =~ :[0-9]+$ ]] || bootstrap_server+=:9092
port=$((10#${bootstrap_server##*:}))
((port >= 1 && port <= 65535)) || die 2 "--bootstrap-server takes a port up to 65535, not '$bootstrap_server'"
command -v timeout >/dev/null || die 3 "timeout (coreutils) is not installed"
secured=()
[[ -z ${KAFKA_COMMAND_CONFIG:-} ]] || secured=(--command-config "$KAFKA_COMMAND_CONFIG")
topics() { # ARG...: kafka-topics.sh, or kafka-topics as some packages name it, within a minute
  if command -v kafka-topics.sh >/dev/null; then
    timeout 60 kafka-topics.sh --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null
  else
    timeout 60 kafka-topics --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null
  fi
}
command -v kafka-topics.sh >/dev/null || command -v kafka-topics >/dev/null || die 3 "kafka-topics.sh is not on the PATH"

# kafka-topics reads the name as a pattern: a dot that is not escaped would change other topics too.
pattern=${topic//./\\.}
count() {
  local line said
  said=$(topics --describe --topic "$pattern") || return 1
  while IFS= read -r line; do
    if [[ $line == Topic:?( )"$topic"$'\t'* && $line =~ PartitionCount:\ *([0-9]+) ]]; then
      printf '%s' "${BASH_REMATCH[1]}"
    fi
  done <<<"$said"
}

before=$(count) || die 3 "no such topic, or this client may not describe it, or $bootstrap_server does not answer: $topic"
[[ -n $before ]] || die 3 "no such topic, or this client may not describe it: $topic"
if ((before == partitions)); then
  printf 'nothing to change: topic %s has %d partitions already\n' "$topic" "$partitions"
  exit 0
fi
((partitions > before)) || die 3 "topic $topic has $before partitions, and Kafka cannot take any away"
((partitions <= 4 * before || partitions <= 12)) ||
  die 3 "refused: from $before to $partitions partitions is more than four times as many; go in steps if it is meant"
printf 'note: messages with a key may go to other partitions from then on, so their order is lost across the change, and Kafka Streams or ksqlDB with state breaks\nnote: consumers with auto.offset.reset=latest (the default) skip what is written to a new partition before they notice it\n' >&2
if $dry_run; then
  printf 'would raise: topic %s from %d to %d partitions\n' "$topic" "$before" "$partitions"
  exit 0
fi

topics --alter --topic "$pattern" --partitions "$partitions" || die 1 "could not add partitions to topic $topic"
for ((attempt = 0; attempt < 5; attempt++)); do
  ((attempt == 0)) || sleep 1
  after=$(count) || die 1 "cannot read the number of partitions after the change"
  if [[ $after == "$partitions" ]]; then
    printf 'raised: topic %s has %d partitions (before: %d)\n' "$topic" "$partitions" "$before"
    exit 0
  fi
done
die 1 "topic $topic has ${after:-an unknown number of} partitions after the change, not $partitions"
