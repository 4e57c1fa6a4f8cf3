#!/usr/bin/env bash
# Check whether a RabbitMQ cluster has memory or disk alarms, which block all publishers.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-rabbitmq-alarms

Print the alarms of all nodes of the cluster that run, and memory and free disk space of this node with
their limits. While any node has an alarm, connections that publish are blocked in the whole
cluster.

  --help  show this text

Exit status: 0 there are no alarms, 1 there are, or it failed to ask, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'check-rabbitmq-alarms: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

command -v sed >/dev/null || die 3 "sed is not installed"
for tool in rabbitmqctl timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
rabbit() { # VERB ARG...: rabbitmqctl, which needs the cookie of the node: root or the user rabbitmq
  timeout 90 rabbitmqctl --quiet "$@" </dev/null
}
status=$(rabbit status) || die 1 "the RabbitMQ node does not answer (does it run, is this root?)"
cluster=$(rabbit cluster_status) || die 1 "the status of the cluster cannot be read"

# A section is a heading alone on its line, then an empty line, then its lines up to the next empty one.
alarms=$(sed -n -e 's/\x1b\[[0-9;]*m//g' -e '/^Alarms[[:space:]]*$/,$p' <<<"$cluster")
[[ $alarms == Alarms* ]] || die 1 "rabbitmqctl told nothing about alarms (older than 3.8?)"
found=0 blocking=0 begun=false
while IFS= read -r line; do
  case $line in
    '') ! $begun || break ;;
    Alarms*) ;;
    '(none)'*) begun=true ;;
    *)
      begun=true
      found=$((found + 1))
      # One of file descriptors does not block.
      if [[ $line == *[Mm]emory* || $line == *[Dd]isk* ]]; then blocking=$((blocking + 1)); fi
      printf 'ALARM: %s\n' "${line//[^[:print:]]/?}"
      ;;
  esac
done <<<"$alarms"

while IFS= read -r line; do
  case $line in
    'Total memory used'* | 'Memory high watermark'* | 'Low free disk space watermark'* | 'Free disk space:'*) printf '%s\n' "${line//[^[:print:]]/?}" ;;
  esac
done <<<"$status"
if ((found > 0)); then
  printf '%d alarms: publishers are%s blocked\n' "$found" "$( ((blocking > 0)) || printf ' not')"
  exit 1
fi
printf 'no alarms on the nodes that run\n'
