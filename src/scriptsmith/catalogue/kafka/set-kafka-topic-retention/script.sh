#!/usr/bin/env bash
# Set retention.ms of a Kafka topic, and read it back.
#
# Undo: the command that it prints; messages that expired meanwhile do not come back.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-kafka-topic-retention --topic NAME --hours N [--bootstrap-server HOST:PORT] [--dry-run]

With a shorter time than now, Kafka deletes older messages within minutes, read or not. Whole
segments are deleted, so the space of a quiet topic may come free late. Topics that are only
compacted are not affected, and are refused; so are internal topics, also those in which Kafka Streams
keeps its state. For a secured cluster let
KAFKA_COMMAND_CONFIG name a file with the client settings.

  --topic NAME                  name of the topic
  --hours N                     how long messages are kept, in hours
  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --dry-run                     say what would be changed, change nothing
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-kafka-topic-retention: %s\n' "$2" >&2
  exit "$1"
}

topic='' hours='' bootstrap_server=localhost:9092 dry_run=false
while (($# > 0)); do
  case $1 in
    --topic | --hours | --bootstrap-server)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --topic) topic=$2 ;;
        --hours) hours=$2 ;;
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
[[ -n $hours ]] || die 2 "--hours is required (see --help)"
[[ $topic =~ ^[A-Za-z0-9._-]{1,249}$ && $topic != -* ]] || die 2 "--topic takes the name of a topic, not '$topic'"
[[ $hours =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--hours takes a whole number above 0, not '$hours'"
hours=$((10#$hours))
case $topic in
  __* | *-changelog | *-repartition) die 2 "refused: $topic is internal to Kafka or what works on it" ;;
esac
[[ $bootstrap_server =~ ^([A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$ ]] ||
  die 2 "--bootstrap-server takes HOST or HOST:PORT, not '$bootstrap_server'"
[[ $bootstrap_server =~ :[0-9]+$ ]] || bootstrap_server+=:9092
port=$((10#${bootstrap_server##*:}))
((port >= 1 && port <= 65535)) || die 2 "--bootstrap-server takes a port up to 65535, not '$bootstrap_server'"
command -v timeout >/dev/null || die 3 "timeout (coreutils) is not installed"
secured=()
[[ -z ${KAFKA_COMMAND_CONFIG:-} ]] || secured=(--command-config "$KAFKA_COMMAND_CONFIG")
configs() { # ARG...: kafka-configs.sh, or kafka-configs as some packages name it, within a minute
  if command -v kafka-configs.sh >/dev/null; then
    timeout 60 kafka-configs.sh --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null
  else
    timeout 60 kafka-configs --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null
  fi
}
command -v kafka-configs.sh >/dev/null || command -v kafka-configs >/dev/null || die 3 "kafka-configs.sh is not on the PATH"

setting() { # NAME: the value in force, or nothing; the output says NAME=VALUE sensitive=...
  local line
  while read -r line; do
    if [[ $line == "$1="* ]]; then
      line=${line#*=}
      printf '%s' "${line%% *}"
      return
    fi
  done < <(printf '%s\n' "$described")
}
describe() { described=$(configs --entity-type topics --entity-name "$topic" --describe --all); }
describe || die 3 "cannot read the settings of topic $topic at $bootstrap_server"
before=$(setting retention.ms)
[[ $before =~ ^-?[0-9]+$ ]] || die 3 "no such topic: $topic (or its settings cannot be read)"
[[ $(setting cleanup.policy) != compact ]] || die 3 "topic $topic is compacted, so it has no retention time"

wanted=$((hours * 3600000))
told="$((before / 3600000)) hours ($before ms)"
if ((before == -1)); then told='without limit'; fi
if ((before == wanted)); then
  printf 'nothing to change: topic %s keeps its messages for %d hours already\n' "$topic" "$hours"
  exit 0
fi
if ((before == -1 || wanted < before)); then
  printf 'warning: messages of %s that are older than %d hours will be deleted for good, by whole segments: the space of a quiet topic may come free late\n' "$topic" "$hours" >&2
fi
size=$(setting retention.bytes)
if [[ $size =~ ^[0-9]+$ ]]; then printf 'note: a limit by size also holds, %s bytes a partition\n' "$size"; fi
# A topic without a value of its own follows the brokers.
undo="--add-config retention.ms=$before"
[[ $described == *DYNAMIC_TOPIC_CONFIG:retention.ms=* ]] || undo='--delete-config retention.ms'
undo="kafka-configs.sh --bootstrap-server $bootstrap_server ${secured[*]}${secured:+ }--entity-type topics --entity-name $topic --alter $undo"
if $dry_run; then
  printf 'would set: retention of topic %s from %s to %d hours\n' "$topic" "$told" "$hours"
  exit 0
fi

configs --entity-type topics --entity-name "$topic" --alter --add-config "retention.ms=$wanted" >/dev/null ||
  die 1 "could not set the retention of topic $topic"
describe || die 1 "cannot read the settings of topic $topic after the change"
after=$(setting retention.ms)
[[ $after == "$wanted" ]] || die 1 "retention.ms of $topic is ${after:-unknown} after the change, not $wanted"
printf 'set: topic %s keeps its messages for %d hours (before: %s)\nundo: %s\n' "$topic" "$hours" "$told" "$undo"
