#!/usr/bin/env bash
# List the topics of a Kafka cluster with their partition counts and replication factors.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-kafka-topics [--bootstrap-server HOST:PORT]

One line for each topic, by name; the internal topics of Kafka are left out, and so are those that
this client may not describe. Topics with a single replica, which are lost with their broker, are
marked. For a secured cluster let KAFKA_COMMAND_CONFIG name a file with the client settings.

  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-kafka-topics: %s\n' "$2" >&2
  exit "$1"
}

bootstrap_server=localhost:9092
while (($# > 0)); do
  case $1 in
    --bootstrap-server)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --bootstrap-server) bootstrap_server=$2 ;;
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
for tool in awk sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

rc=0
said=$(topics --describe --exclude-internal) || rc=$?
((rc != 124)) || die 1 "no answer from $bootstrap_server within a minute"
((rc == 0)) || die 1 "could not list the topics at $bootstrap_server"

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
  END { printf "%d topics that this client may describe, internal ones left out: %d partitions, %d topics with one replica\n", NR, total, single }'
