#!/usr/bin/env bash
# Show the brokers that hold partitions of a Kafka cluster, and how many each leads and holds.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-kafka-broker-load [--bootstrap-server HOST:PORT]

For each broker print its id, the partitions that it leads, the replicas that it holds, and those
of them that are in sync with a leader. A broker that leads nothing and has nothing in sync is marked: it is
most likely down. A broker that holds no replica at all is not known here. For a secured cluster
let KAFKA_COMMAND_CONFIG name a file with the client settings.

  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-kafka-broker-load: %s\n' "$2" >&2
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
layout=$(topics --describe) || rc=$?
((rc != 124)) || die 1 "no answer from $bootstrap_server within a minute"
((rc == 0)) || die 1 "could not describe the topics at $bootstrap_server"

LC_ALL=C awk -F'\t' '
  /Partition: / && /Replicas:/ {
    partitions++
    led = 0
    for (i = 1; i <= NF; i++) {
      value = $i
      sub(/^ *[A-Za-z]+: */, "", value)
      if ($i ~ /^ *Leader:/ && value ~ /^[0-9]+$/) { leads[value]++; leaders++; led = 1 }
      if ($i ~ /^ *Replicas:/) { m = split(value, ids, ","); if (m && ids[1] != "") prefers[ids[1]]++; for (j = 1; j <= m; j++) holds[ids[j]]++ }
      # Of a partition without a leader the last replica stays in that list, though its broker is gone.
      if (led && $i ~ /^ *Isr:/) { m = split(value, ids, ","); for (j = 1; j <= m; j++) insync[ids[j]]++ }
    }
  }
  END {
    for (id in holds) printf "1 %d %d %d %d %d\n", id, leads[id], prefers[id], holds[id], insync[id]
    printf "2 %d %d 0 0 0\n", partitions, leaders
  }' <<<"$layout" | sort -k1,1n -k2,2n | while read -r kind id leads prefers holds insync; do
  if [[ $kind == 2 ]]; then
    printf '%s partitions, %s of them with a leader\n' "$id" "$leads"
    continue
  fi
  note=''
  if ((leads == 0 && insync == 0)); then note='  (down?)'; fi
  printf 'broker %s: leads %s (prefers %s), holds %s replicas, %s in sync%s\n' "$id" "$leads" "$prefers" "$holds" "$insync" "$note"
done
printf 'not listed: brokers that hold no replica, and topics that you may not describe, if there are any\n'
