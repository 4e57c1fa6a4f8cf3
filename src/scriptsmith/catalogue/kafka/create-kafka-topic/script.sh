#!/usr/bin/env bash
# Create a Kafka topic unless it exists already, and check that each partition has a leader.
#
# Undo: kafka-topics.sh --delete --topic NAME, as it prints, as long as nothing of value was written to it.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: create-kafka-topic --topic NAME [--partitions N] [--replication-factor N]
       [--bootstrap-server HOST:PORT] [--dry-run]

A topic that exists with the same number of partitions and replicas is left as it is; one that
differs is a failed precondition and is not changed. For a secured cluster let
KAFKA_COMMAND_CONFIG name a file with the client settings.

  --topic NAME                  name of the topic
  --partitions N                how many partitions it gets (default 3)
  --replication-factor N        how many brokers hold each partition (default 3)
  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --dry-run                     say what would be created, create nothing
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'create-kafka-topic: %s\n' "$2" >&2
  exit "$1"
}

topic='' partitions=3 replication_factor=3 bootstrap_server=localhost:9092 dry_run=false
while (($# > 0)); do
  case $1 in
    --topic | --partitions | --replication-factor | --bootstrap-server)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --topic) topic=$2 ;;
        --partitions) partitions=$2 ;;
        --replication-factor) replication_factor=$2 ;;
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
[[ $topic =~ ^[A-Za-z0-9._-]{1,249}$ && $topic != -* && $topic != . && $topic != .. ]] || die 2 "--topic takes the name of a topic, not '$topic'"
case $topic in
  __* | _schemas | connect-configs | connect-offsets | connect-status) die 2 "refused: $topic has to be compacted, which this does not set; Kafka Connect and the like create theirs by themselves" ;;
esac
[[ $partitions =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--partitions takes a whole number above 0, not '$partitions'"
partitions=$((10#$partitions))
[[ $replication_factor =~ ^0*[1-9][0-9]{0,1}$ ]] || die 2 "--replication-factor takes a whole number above 0, not '$replication_factor'"
replication_factor=$((10#$replication_factor))
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

# One "Topic:" line with the counts, then one a partition. The name is read as a pattern there.
shape() {
  local line said
  partitions_now='' copies_now='' leaderless=0 least=1
  said=$(topics --describe --topic "${topic//./\\.}" 2>&1) || {
    if [[ $said == *'does not exist'* ]]; then return 0; fi
    printf '%s\n' "${said:0:400}" >&2
    return 1
  }
  while IFS= read -r line; do
    [[ $line == *"Topic: $topic"$'\t'* ]] || continue
    if [[ $line =~ PartitionCount:\ *([0-9]+) ]]; then partitions_now=${BASH_REMATCH[1]}; fi
    if [[ $line =~ ReplicationFactor:\ *([0-9]+) ]]; then copies_now=${BASH_REMATCH[1]}; fi
    if [[ $line =~ min\.insync\.replicas=([0-9]+) ]]; then least=${BASH_REMATCH[1]}; fi
    if [[ $line =~ Leader:\ *(none|-1) ]]; then leaderless=$((leaderless + 1)); fi
  done <<<"$said"
}
# What the brokers set by default holds for a new topic too.
compare() {
  if ((least > copies_now)); then
    printf 'warning: min.insync.replicas is %d and there are %d replicas: producers with acks=all, the default, can write nothing until one of the two is changed (kafka-configs.sh)\n' "$least" "$copies_now" >&2
  elif ((least == copies_now && least > 1)); then
    printf 'warning: min.insync.replicas is %d, as many as there are replicas: as soon as one broker is down, producers with acks=all can write nothing\n' "$least" >&2
  fi
}

shape || die 1 "could not ask $bootstrap_server for topic $topic"
if [[ -n $partitions_now ]]; then
  if ((partitions_now == partitions && copies_now == replication_factor)); then
    ((leaderless == 0)) || die 1 "topic $topic exists already, with $leaderless partitions that have no leader: nothing can be written to those"
    compare
    printf 'exists already: topic %s with %d partitions and %d replicas\n' "$topic" "$partitions" "$replication_factor"
    exit 0
  fi
  die 3 "topic $topic exists with $partitions_now partitions and $copies_now replicas, and is left as it is"
fi
if ((replication_factor == 1)); then
  printf 'warning: with one replica the topic is lost with its broker\n' >&2
fi
if $dry_run; then
  printf 'would create: topic %s with %d partitions and %d replicas\n' "$topic" "$partitions" "$replication_factor"
  exit 0
fi

topics --create --topic "$topic" --partitions "$partitions" --replication-factor "$replication_factor" >/dev/null ||
  die 1 "could not create topic $topic (fewer brokers than replicas?)"
# The brokers learn of a new topic one after the other.
for ((attempt = 0; attempt < 5; attempt++)); do
  ((attempt == 0)) || sleep 1
  shape || die 1 "cannot describe topic $topic after creating it"
  if [[ $partitions_now == "$partitions" && $leaderless == 0 ]]; then
    compare
    printf 'created: topic %s with %d partitions and %s replicas\n' "$topic" "$partitions" "$copies_now"
    # A pattern again: a dot that is not escaped would delete other topics too.
    printf 'undo: kafka-topics.sh --bootstrap-server %s %s--delete --topic %q\n' "$bootstrap_server" "${secured[*]}${secured:+ }" "${topic//./\\.}"
    exit 0
  fi
done
die 1 "topic $topic has ${partitions_now:-no} partitions, $leaderless of them without a leader, after creating it"
