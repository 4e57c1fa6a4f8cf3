#!/usr/bin/env bash
# List the Kafka partitions without a leader, and the brokers that could bring them back.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-offline-partitions [--bootstrap-server HOST:PORT]

A partition without a leader can be neither read nor written. Print each with the brokers that
were last in sync: starting one of these again brings the partition back without loss. Topics that
one may not describe are not among them; how many one may is told. For a secured cluster let KAFKA_COMMAND_CONFIG name a file with the client settings.

  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --help                        show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'list-offline-partitions: %s\n' "$2" >&2
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
command -v awk >/dev/null || die 3 "awk is not installed"

rc=0
said=$(topics --describe --unavailable-partitions) || rc=$?
((rc != 124)) || die 1 "no answer from $bootstrap_server within a minute"
((rc == 0)) || printf '%s\n' "${said:0:300}" >&2 # it tells its errors on standard output
((rc == 0)) || die 1 "could not ask for unavailable partitions at $bootstrap_server"

seen=$(topics --list | awk 'NF { n++ } END { print n + 0 }') || die 1 "could not list the topics at $bootstrap_server"
LC_ALL=C awk -F'\t' -v seen="$seen" '
  /Partition: / && /Replicas:/ {
    isr = elr = ""
    for (i = 1; i <= NF; i++) {
      value = $i
      sub(/^ *[A-Za-z]+: */, "", value); gsub(/[^ -~]/, "?", value)
      if ($i ~ /^ *Topic:/) topic = value; else if ($i ~ /^ *Partition:/) partition = value
      if ($i ~ /^ *Replicas:/) replicas = value
      if ($i ~ /^ *Isr:/) isr = value
      if ($i ~ /^ *Elr:/) elr = value
    }
    last = isr == "" ? elr : isr
    total++
    if (!(topic in topics)) { topics[topic] = 1; hit++ }
    printf "%s partition %s: replicas on %s, last in sync %s\n", topic, partition, replicas, (last == "" ? "unknown" : last)
    n = split(last, id, ",")
    for (i = 1; i <= n; i++) saves[id[i]]++
  }
  END {
    for (id_ in saves) printf "broker %s would bring %d of them back\n", id_, saves[id_]
    printf "%d offline partitions in %d of the %d topics that this client may describe\n", total, hit, seen
  }' <<<"$said"
