#!/usr/bin/env bash
# List the consumer groups of a Kafka cluster with their states, and count the states.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-kafka-consumer-groups [--bootstrap-server HOST:PORT]

Stable groups have members that read; Empty ones have offsets but no member; those that rebalance
(PreparingRebalance, CompletingRebalance, Assigning, Reconciling) for long have a problem. Groups
that are not stable come first. Listed are the groups that this client may see. For a secured
cluster let KAFKA_COMMAND_CONFIG name a file with the client settings. Kafka 2.6 or later.

  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-kafka-consumer-groups: %s\n' "$2" >&2
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
groups() { # ARG...: kafka-consumer-groups.sh, or kafka-consumer-groups as some packages name it, within a minute
  if command -v kafka-consumer-groups.sh >/dev/null; then
    timeout 60 kafka-consumer-groups.sh --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null
  else
    timeout 60 kafka-consumer-groups --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null
  fi
}
command -v kafka-consumer-groups.sh >/dev/null || command -v kafka-consumer-groups >/dev/null || die 3 "kafka-consumer-groups.sh is not on the PATH"
for tool in awk grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

rc=0
list=$(groups --list --state) || rc=$?
((rc != 124)) || die 1 "no answer from $bootstrap_server within a minute"
((rc == 0)) || die 1 "could not list the consumer groups at $bootstrap_server"
# It ends with 0 although it failed, and says so where the groups would stand.
fault=$(grep -m 1 '^Error: ' <<<"$list") || fault=''
[[ -z $fault ]] || die 1 "could not list the consumer groups at $bootstrap_server: ${fault//[[:cntrl:]]/?}"
[[ $list =~ (^|$'\n')GROUP\ +([^$'\n']*\ )?STATE ]] || die 1 "what kafka-consumer-groups.sh says is not understood"

# The state is the last column; a group may have spaces in its name.
LC_ALL=C awk '
  { gsub(/[^ -~]/, "?") }
  NF == 0 || /^GROUP +.*STATE *$/ { next }
  {
    state = $NF
    name = $0
    sub(/ +[^ ]+ *$/, "", name)
    total++
    states[state]++
    if (state == "Stable") stable[++s] = name; else printf "%-22s %s\n", state, name
  }
  END {
    for (i = 1; i <= s; i++) printf "%-22s %s\n", "Stable", stable[i]
    printf "%d consumer groups that this client may see", total
    for (state in states) printf ", %d %s", states[state], state
    printf "\n"
  }' <<<"$list"
