#!/usr/bin/env bash
# Show how far a Kafka consumer group is behind, in all and by partition, the worst first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-kafka-consumer-lag --group NAME [--bootstrap-server HOST:PORT] [--limit N]

Print the total lag of the group, its lag by topic, and the partitions with the highest lag, with
the host of the member that reads each. A partition without a committed offset, or without a
leader, has no known lag and is counted apart. For a secured cluster let KAFKA_COMMAND_CONFIG name a file with the client
settings.

  --group NAME                  name of the consumer group
  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --limit N                     how many partitions to list (default 20)
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-kafka-consumer-lag: %s\n' "$2" >&2
  exit "$1"
}

group='' bootstrap_server=localhost:9092 limit=20
while (($# > 0)); do
  case $1 in
    --group | --bootstrap-server | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --group) group=$2 ;;
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

[[ -n $group ]] || die 2 "--group is required (see --help)"
[[ $group =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@/+~-]{0,254}$ ]] || die 2 "--group takes the name of a consumer group, not '$group'"
[[ $limit =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
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

rc=0
table=$(groups --describe --group "$group") || rc=$?
((rc != 124)) || die 1 "no answer from $bootstrap_server within a minute"
if [[ $table == *'does not exist'* || $table == *GroupIdNotFound* ]]; then die 3 "no such consumer group: $group"; fi
((rc == 0)) || die 1 "could not describe group $group at $bootstrap_server"
[[ $table == *CURRENT-OFFSET* ]] || die 3 "consumer group $group has no committed offsets and no members"

# Columns are found by their names, since their number differs between versions; %d of mawk ends at 2147483647.
LC_ALL=C awk -v top="$limit" '
  { gsub(/[^ -~]/, "?") }
  /CURRENT-OFFSET/ && /LAG/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
  !("LAG" in column) || NF < column["LAG"] { next }
  {
    topic = $(column["TOPIC"]); partition = $(column["PARTITION"]); lag = $(column["LAG"])
    host = NF >= column["HOST"] ? $(column["HOST"]) : "-"
    if (host == "-" || host == "") idle++
    rows++
    if (lag !~ /^[0-9]+$/) { if ($(column["CURRENT-OFFSET"]) ~ /^[0-9]+$/) lost++; else unknown++; next }
    total += lag
    by_topic[topic] += lag
    n++
    row_lag[n] = lag
    row[n] = sprintf("%12.0f  %s partition %s  read by %s", lag, topic, partition, (host == "-" ? "nobody" : host))
  }
  END {
    printf "total lag: %.0f messages in %d partitions\n", total, rows
    if (unknown) printf "%d partitions have no committed offset\n", unknown
    if (lost) printf "warning: the lag of %d partitions is not known, though they were read: have these no leader?\n", lost
    if (idle) printf "warning: %d partitions are read by nobody now\n", idle
    for (topic in by_topic) printf "topic %s: %.0f\n", topic, by_topic[topic]
    for (shown = 1; shown <= top && shown <= n; shown++) {
      best = 0
      for (i = 1; i <= n; i++) if (!(i in done) && (!best || row_lag[i] > row_lag[best])) best = i
      done[best] = 1
      print row[best]
    }
  }' <<<"$table"
