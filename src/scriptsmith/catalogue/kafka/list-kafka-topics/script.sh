#!/usr/bin/env bash
# List the topics of a Kafka cluster with their partition counts and replication factors.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-kafka-topics [--host HOST] [--port N]

One line for each topic, by name; the internal topics of Kafka are left out. Topics with a single
replica, which are lost with their broker, are marked. For a secured cluster let
KAFKA_COMMAND_CONFIG name a file with the client settings.

  --host HOST  one of the brokers (default localhost)
  --port N     port of that broker (default 9092)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-kafka-topics: %s\n' "$2" >&2
  exit "$1"
}

host=localhost port=9092
while (($# > 0)); do
  case $1 in
    --host | --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
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

[[ $host =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?$ || $host =~ ^\[[0-9A-Fa-f:.]+\]$ ]] || die 2 "--host takes a host name or an address, not '$host'"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a port number, not '$port'"
port=$((10#$port))
((port <= 65535)) || die 2 "--port takes a port number, not '$port'"
command -v timeout >/dev/null || die 3 "timeout (coreutils) is not installed"
secured=()
[[ -z ${KAFKA_COMMAND_CONFIG:-} ]] || secured=(--command-config "$KAFKA_COMMAND_CONFIG")
topics() { # ARG...: kafka-topics.sh, or kafka-topics as some packages name it, within a minute
  if command -v kafka-topics.sh >/dev/null; then
    timeout 60 kafka-topics.sh --bootstrap-server "$host:$port" "${secured[@]}" "$@" </dev/null
  else
    timeout 60 kafka-topics --bootstrap-server "$host:$port" "${secured[@]}" "$@" </dev/null
  fi
}
command -v kafka-topics.sh >/dev/null || command -v kafka-topics >/dev/null || die 3 "kafka-topics.sh is not on the PATH"
for tool in awk sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

rc=0
said=$(topics --describe --exclude-internal) || rc=$?
((rc != 124)) || die 1 "no answer from $host:$port within a minute"
((rc == 0)) || die 1 "could not list the topics at $host:$port"

LC_ALL=C awk -F'\t' '
  /PartitionCount:/ {
    name = parts = copies = "?"
    for (i = 1; i <= NF; i++) {
      value = $i
      sub(/^ *[A-Za-z]+: */, "", value); gsub(/[^ -~]/, "?", value)
      if ($i ~ /^ *Topic:/) name = value
      if ($i ~ /^ *PartitionCount:/) parts = value
      if ($i ~ /^ *ReplicationFactor:/) copies = value
    }
    printf "%s\t%s\t%s\n", name, parts, copies
  }' <<<"$said" | LC_ALL=C sort | LC_ALL=C awk -F'\t' '
  NR == 1 { printf "%10s %8s  %s\n", "PARTITIONS", "REPLICAS", "TOPIC" }
  {
    total += $2
    note = ""
    if ($3 == 1) { note = "  (one replica)"; single++ }
    printf "%10s %8s  %s%s\n", $2, $3, $1, note
  }
  END { printf "%d topics, %d partitions, %d topics with one replica\n", NR, total, single }'
