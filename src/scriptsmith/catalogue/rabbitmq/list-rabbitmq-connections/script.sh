#!/usr/bin/env bash
# List the AMQP connections to a RabbitMQ node or cluster, counted by user, client address and state.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-rabbitmq-connections [--limit N]

Print how many connections and channels each user has from each address, and their state, most
connections first. States that differ from running are worth a look: blocked (an alarm holds
publishers back), blocking (it will, as soon as they publish), flow (they publish faster than the
broker takes). Clients of MQTT, STOMP and of the stream protocol are not among them: RabbitMQ lists
these apart (list_mqtt_connections, list_stomp_connections, list_stream_connections).

  --limit N  how many groups to show (default 20)
  --help     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-rabbitmq-connections: %s\n' "$2" >&2
  exit "$1"
}

limit=20
while (($# > 0)); do
  case $1 in
    --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      limit=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $limit =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
for tool in awk sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
for tool in rabbitmqctl timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
rabbit() { # VERB ARG...: rabbitmqctl, which needs the cookie of the node: root or the user rabbitmq
  timeout 90 rabbitmqctl --quiet "$@" </dev/null
}
table=$(rabbit list_connections --no-table-headers state channels user peer_host vhost) ||
  die 1 "the connections cannot be listed (does the node run, is this root?)"

LC_ALL=C awk -F'\t' '
  NF >= 5 {
    gsub(/[^ -~\t]/, "?")
    key = $1 "\t" $3 "\t" $4 "\t" $5
    n[key]++
    channels[key] += $2
  }
  END { for (key in n) printf "%d\t%d\t%s\n", n[key], channels[key], key }' <<<"$table" |
  LC_ALL=C sort -t "$(printf '\t')" -k1,1nr -k4,4 -k5,5 | LC_ALL=C awk -F'\t' -v top="$limit" '
  NR == 1 { printf "%11s %8s  %-10s %s\n", "CONNECTIONS", "CHANNELS", "STATE", "CLIENT" }
  NR <= top { printf "%11d %8d  %-10s %s from %s on vhost %s\n", $1, $2, $3, $4, $5, $6 }
  { all += $1; channels += $2; if ($3 != "running") odd += $1 }
  END { printf "%d AMQP connections, %d channels, %d connections that are not just running\n", all, channels, odd }'
