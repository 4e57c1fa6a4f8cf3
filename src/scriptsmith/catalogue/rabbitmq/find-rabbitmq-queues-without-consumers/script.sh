#!/usr/bin/env bash
# Find the queues of a RabbitMQ virtual host that hold messages while no consumer is attached.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-rabbitmq-queues-without-consumers [--vhost NAME]

One virtual host is looked at; how many others there are is told. Queues of delayed or dead letters
often have no consumer on purpose, and a stream keeps its messages after they were read. Consumers
that are attached but do not acknowledge are another matter: look at unacknowledged messages for these.

  --vhost NAME  virtual host of the queues (default /)
  --help        show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'find-rabbitmq-queues-without-consumers: %s\n' "$2" >&2
  exit "$1"
}

vhost=/
while (($# > 0)); do
  case $1 in
    --vhost)
      (($# >= 2)) || die 2 "$1 needs a value"
      vhost=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $vhost =~ ^[A-Za-z0-9_/.][A-Za-z0-9_/.:@+~-]{0,200}$ ]] || die 2 "--vhost takes the name of a virtual host, not '$vhost'"
for tool in rabbitmqctl timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
rabbit() { # VERB ARG...: rabbitmqctl, which needs the cookie of the node: root or the user rabbitmq
  timeout 90 rabbitmqctl --quiet "$@" </dev/null
}
table=$(rabbit list_queues --vhost "$vhost" --no-table-headers consumers messages name) ||
  die 1 "the queues of virtual host $vhost cannot be listed (does the node run, is this root?)"
# For a virtual host that does not exist RabbitMQ lists no queues, and no error.
hosts=$(rabbit list_vhosts --no-table-headers name) || die 1 "the virtual hosts cannot be listed"
[[ $'\n'$hosts$'\n' == *$'\n'$vhost$'\n'* ]] || die 1 "virtual host $vhost does not exist"
mapfile -t all <<<"$hosts"

queues=0 orphans=0 empty=0 waiting=0 unknown=0
while IFS= read -r line; do
  # Tabs are split by hand: read would join empty fields.
  consumers=${line%%$'\t'*} line=${line#*$'\t'}
  messages=${line%%$'\t'*} name=${line#*$'\t'}
  [[ -n $name ]] || continue
  if [[ ! $consumers =~ ^[0-9]+$ || ! $messages =~ ^[0-9]+$ ]]; then
    unknown=$((unknown + 1))
    continue
  fi
  queues=$((queues + 1))
  if [[ $consumers == 0 && $messages == 0 ]]; then empty=$((empty + 1)); fi
  if [[ $consumers == 0 && $messages =~ ^[1-9][0-9]*$ ]]; then
    orphans=$((orphans + 1)) waiting=$((waiting + messages))
    printf '%10d messages  %s\n' "$messages" "${name//[^[:print:]]/?}"
  fi
done <<<"$table"
printf '%d of %d queues of virtual host %s have messages and no consumer, %d messages in all\n' "$orphans" "$queues" "$vhost" "$waiting"
((empty == 0)) || printf '%d more have no consumer either, and no message\n' "$empty"
((${#all[@]} < 2)) || printf 'not looked at: the other %d virtual hosts\n' $((${#all[@]} - 1))
((unknown == 0)) || printf '%d queues are not available, so nothing is known of them\n' "$unknown"
