#!/usr/bin/env bash
# List the Kafka partitions with replicas that are not in sync, and count them by missing broker.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-under-replicated-partitions [--bootstrap-server HOST:PORT] [--limit N]

Print the partitions whose set of in-sync replicas is not complete, and for each broker in how
many of them it is missing: one broker that misses everywhere is down or cut off, many that miss a
little are overloaded. Topics that one may not describe are not among them. For a secured cluster let KAFKA_COMMAND_CONFIG name a file with the client
settings.

  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --limit N                     how many partitions to list (default 50)
  --help                        show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'list-under-replicated-partitions: %s\n' "$2" >&2
  exit "$1"
}

bootstrap_server=localhost:9092 limit=50
while (($# > 0)); do
  case $1 in
    --bootstrap-server | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --bootstrap-server) bootstrap_server=$2 ;;
        --limit) limit=$2 ;;
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

[[ $limit =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
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
said=$(topics --describe --under-replicated-partitions) || rc=$?
((rc != 124)) || die 1 "no answer from $bootstrap_server within a minute"
if ((rc != 0)); then printf '%s\n' "${said//[^[:print:]$'\n']/?}" >&2; fi # it tells its errors on standard output
((rc == 0)) || die 1 "could not ask for under-replicated partitions at $bootstrap_server"

LC_ALL=C awk -F'\t' -v top="$limit" '
  /Partition: / && /Isr:/ {
    for (i = 1; i <= NF; i++) {
      value = $i
      sub(/^ *[A-Za-z]+: */, "", value); gsub(/[^ -~]/, "?", value)
      if ($i ~ /^ *Topic:/) topic = value
      if ($i ~ /^ *Partition:/) partition = value
      if ($i ~ /^ *Leader:/) leader = value
      if ($i ~ /^ *Replicas:/) replicas = value
      if ($i ~ /^ *Isr:/) isr = value
    }
    missing = ""
    n = split(replicas, want, ",")
    for (i = 1; i <= n; i++) if (index("," isr ",", "," want[i] ",") == 0) { missing = missing (missing == "" ? "" : ",") want[i]; lacks[want[i]]++ }
    total++
    if (total <= top) printf "%s partition %s: leader %s, in sync %s, missing %s\n", topic, partition, leader, (isr == "" ? "none" : isr), missing
  }
  END {
    if (total > top) printf "... and %d more\n", total - top
    for (id in lacks) printf "broker %s is missing in %d partitions\n", id, lacks[id]
    printf "%d under-replicated partitions of topics that this client may describe; those whose only replica is down are not among them\n", total
  }' <<<"$said"
