#!/usr/bin/env bash
# Delete one RabbitMQ queue, when it is empty and has no consumers.
#
# Undo: none: declare the queue again with the arguments and bindings that it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: delete-rabbitmq-queue --queue NAME [--vhost NAME] [--dry-run]

The queue goes with its bindings; publishers that rely on it may then lose messages without
notice. A queue that holds messages or has consumers is refused, by this script and by the broker
itself (options if-empty and if-unused): purge it first if the messages may go. Its arguments and
bindings are printed before, for who must declare it again. Quorum queues and
streams are refused, because for these the broker does not check.

  --queue NAME  name of the queue
  --vhost NAME  virtual host of the queue (default /)
  --dry-run     say what would be deleted, change nothing
  --help        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'delete-rabbitmq-queue: %s\n' "$2" >&2
  exit "$1"
}

queue='' vhost=/ dry_run=false
while (($# > 0)); do
  case $1 in
    --queue | --vhost)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --queue) queue=$2 ;;
        --vhost) vhost=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $queue ]] || die 2 "--queue is required (see --help)"
[[ $queue =~ ^[A-Za-z0-9_.][A-Za-z0-9_.:@/+~-]{0,254}$ ]] || die 2 "--queue takes the name of a queue, not '$queue'"
[[ $vhost =~ ^[A-Za-z0-9_/.][A-Za-z0-9_/.:@+~-]{0,200}$ ]] || die 2 "--vhost takes the name of a virtual host, not '$vhost'"
command -v tr >/dev/null || die 3 "tr is not installed"
for tool in rabbitmqctl timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
rabbit() { # VERB ARG...: rabbitmqctl, which needs the cookie of the node: root or the user rabbitmq
  timeout 90 rabbitmqctl --quiet "$@" </dev/null
}
look() { # sets messages, consumers and kind of the queue; false when there is none of that name
  local table
  # Fields of a queue that is down are empty, and read would join them at tabs.
  table=$(rabbit list_queues --vhost "$vhost" --no-table-headers messages consumers type name | tr '\t' '\037') ||
    die 1 "the queues of virtual host $vhost cannot be listed (does it exist, does the node run?)"
  while IFS=$'\037' read -r messages consumers kind name; do
    if [[ $name == "$queue" ]]; then return 0; fi
  done < <(printf '%s\n' "$table")
  return 1
}
look || die 3 "no such queue in virtual host $vhost (if there is that one): $queue"
[[ $messages =~ ^[0-9]+$ && $consumers =~ ^[0-9]+$ ]] || die 3 "queue $queue is not available, so nothing is known of it"
# A quorum queue cannot be deleted with if-unused, and of a stream the messages go all the same.
[[ $kind == classic ]] || die 3 "refused: $queue is a queue of type ${kind:-unknown}, and only for classic ones the broker checks that it is empty and unused"
((messages == 0)) || die 3 "refused: queue $queue holds $messages messages"
((consumers == 0)) || die 3 "refused: queue $queue has $consumers consumers"
table=$(rabbit list_queues --vhost "$vhost" --no-table-headers name durable auto_delete policy arguments) || die 1 "the arguments of queue $queue cannot be read"
bindings=$(rabbit list_bindings --vhost "$vhost" --no-table-headers destination_kind destination_name source_name routing_key arguments) || die 1 "the bindings of queue $queue cannot be read"
while IFS= read -r line; do
  line=${line//$'\t'/|}
  case $line in
    "$queue|"*) printf 'queue (durable|auto_delete|policy|arguments): %s\n' "${line#"$queue|"}" ;;
    "queue|$queue||"*) ;; # each queue has this one, of the default exchange
    "queue|$queue|"*) printf 'binding (exchange|routing key|arguments): %s\n' "${line#"queue|$queue|"}" ;;
  esac
done < <(printf '%s\n' "$table" "$bindings" | tr -d '\000-\010\013-\037\177')
if $dry_run; then
  printf 'would delete: queue %s in virtual host %s (no messages, no consumers)\n' "$queue" "$vhost"
  exit 0
fi

rabbit delete_queue --vhost "$vhost" "$queue" --if-empty --if-unused || die 1 "queue $queue could not be deleted (in use meanwhile?)"
if look; then die 1 "queue $queue is still there: does a client declare it again?"; fi
printf 'deleted: queue %s in virtual host %s\n' "$queue" "$vhost"
