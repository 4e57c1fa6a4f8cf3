#!/usr/bin/env bash
# Show the nodes of a RabbitMQ cluster: which run, which are down, network partitions and alarms.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-rabbitmq-cluster-status

Print each member with its version, the members that are down, those under maintenance, alarms
(memory or disk: all publishers are blocked then), and network partitions. In a partition the sides accept messages apart from each other, and some will
be lost when it is healed: decide which side to keep before restarting anything.

  --help  show this text

Exit status: 0 all members run, and there is no partition and no alarm, 1 not so, or it failed to
ask, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-rabbitmq-cluster-status: %s\n' "$2" >&2
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
report=$(rabbit cluster_status | sed -e 's/\x1b\[[0-9;]*m//g') || die 1 "the RabbitMQ node does not answer (does it run, is this root?)"

# A section is a heading, an empty line, its lines, and an empty line.
section='' previous='' members=() running=() versions=() partitions=() maintenance=() alarms=()
while IFS= read -r line; do
  line=${line//[^[:print:]]/?}
  case $line in
    '') if [[ -n $previous && $previous =~ ^[A-Z][A-Za-z\ ]+$ ]]; then section=$previous; fi ;;
    '(none)') ;;
    *)
      case $section in
        'Disk Nodes' | 'RAM Nodes') if [[ $line == *@* ]]; then members+=("$line"); fi ;;
        'Running Nodes') if [[ $line == *@* ]]; then running+=("$line"); fi ;;
        Versions) if [[ $line == *@*:* ]]; then versions+=("$line"); fi ;;
        Alarms) if [[ $line == *alarm* ]]; then alarms+=("$line"); fi ;;
        'Network Partitions') if [[ $line == *@* ]]; then partitions+=("$line"); fi ;;
        'Maintenance status') if [[ $line == *@* && $line != *'not under maintenance'* ]]; then maintenance+=("$line"); fi ;;
      esac
      ;;
  esac
  previous=$line
done <<<"$report"
((${#members[@]} > 0)) || die 1 "rabbitmqctl named no nodes (older than 3.8?)"

down=0
for member in "${members[@]}"; do
  state=DOWN version=''
  for name in "${running[@]}"; do
    if [[ $name == "$member" ]]; then state=running; fi
  done
  for line in "${versions[@]}"; do
    if [[ $line == "$member:"* ]]; then version=${line#"$member:"}; fi
  done
  if [[ $state == DOWN ]]; then down=$((down + 1)); fi
  printf '%s: %s%s\n' "$member" "$state" "${version:+,$version}"
done
for line in "${maintenance[@]}"; do printf 'maintenance: %s\n' "$line"; done
for line in "${alarms[@]}"; do printf 'ALARM (publishers are blocked): %s\n' "$line"; done
for line in "${partitions[@]}"; do printf 'PARTITION: %s\n' "$line"; done
printf '%d members, %d down, %d partitions, %d alarms\n' "${#members[@]}" "$down" "${#partitions[@]}" "${#alarms[@]}"
((down == 0 && ${#partitions[@]} == 0 && ${#alarms[@]} == 0)) || exit 1
