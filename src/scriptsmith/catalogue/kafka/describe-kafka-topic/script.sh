#!/usr/bin/env bash
# Describe one Kafka topic, and point out partitions without a leader or with replicas out of sync.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: describe-kafka-topic --topic NAME [--bootstrap-server HOST:PORT]

Print the number of partitions, the replication factor and the settings of the topic that differ
from the defaults, then leader, replicas and in-sync replicas of each partition. Partitions that
need attention are marked, and those that are being moved. For a secured cluster let KAFKA_COMMAND_CONFIG name a file with the
client settings.

  --topic NAME                  name of the topic
  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'describe-kafka-topic: %s\n' "$2" >&2
  exit "$1"
}

topic='' bootstrap_server=localhost:9092
while (($# > 0)); do
  case $1 in
    --topic | --bootstrap-server)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --topic) topic=$2 ;;
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

[[ -n $topic ]] || die 2 "--topic is required (see --help)"
[[ $topic =~ ^[A-Za-z0-9._-]{1,249}$ && $topic != -* ]] || die 2 "--topic takes the name of a topic, not '$topic'"
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
command -v awk >/dev/null || die 3 "awk is not installed"

# kafka-topics reads the name as a pattern: a dot that is not escaped would match other topics too.
rc=0
said=$(topics --describe --topic "${topic//./\\.}" 2>&1) || rc=$?
((rc != 124)) || die 1 "no answer from $bootstrap_server within a minute"
if [[ $said == *'does not exist'* ]]; then die 3 "no such topic, or this client may not describe it: $topic"; fi
if ((rc != 0)); then
  head -n 3 <<<"$said" >&2
  die 1 "could not describe topic $topic at $bootstrap_server"
fi

LC_ALL=C awk -F'\t' -v topic="$topic" '
  {
    for (key in is) delete is[key]
    for (i = 1; i <= NF; i++) {
      field = $i
      gsub(/[^ -~]/, "?", field); sub(/^ +/, "", field); sub(/ +$/, "", field)
      at = index(field, ":")
      if (at) { value = substr(field, at + 1); sub(/^ +/, "", value); is[substr(field, 1, at - 1)] = value }
    }
    if (is["Topic"] != topic) next
  }
  "PartitionCount" in is {
    head = 1
    printf "topic %s: %s partitions, replication factor %s\nsettings: %s\n", topic, is["PartitionCount"], is["ReplicationFactor"], (is["Configs"] == "" ? "(defaults)" : is["Configs"])
    next
  }
  "Partition" in is {
    n++
    wanted = split(is["Replicas"], a, ",") - split(is["Adding Replicas"], b, ",")
    insync = split(is["Isr"], b, ",")
    note = ""
    if (is["Leader"] == "none" || is["Leader"] == "-1") { note = "  NO LEADER"; offline++ }
    else if (insync < wanted) { note = "  UNDER-REPLICATED"; under++ }
    else if (is["Leader"] != a[1]) { note = "  not led by its preferred broker"; moved++ }
    if (is["Adding Replicas"] is["Removing Replicas"] != "") note = note "  being moved (to come: " is["Adding Replicas"] ", to go: " is["Removing Replicas"] ")"
    printf "partition %s: leader %s, replicas %s, in sync %s%s\n", is["Partition"], is["Leader"], is["Replicas"], is["Isr"], note
  }
  END {
    if (!head || !n) exit 9
    printf "%d without a leader, %d under-replicated, %d not led by the preferred broker\n", offline, under, moved
  }' <<<"$said" || die 1 "kafka-topics did not describe $topic"
