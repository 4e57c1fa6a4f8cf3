#!/usr/bin/env bash
# Delete all messages that are ready in one RabbitMQ queue, and count what is left.
#
# Undo: none, the messages are lost.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: purge-rabbitmq-queue --queue NAME [--vhost NAME] [--dry-run]

Only messages that are ready go: those that a consumer has and did not acknowledge stay, and come
back to the queue when it disconnects. The queue itself stays. Publishers may add new messages at
once; the number before and after is printed. Streams cannot be purged.

  --queue NAME  name of the queue
  --vhost NAME  virtual host of the queue (default /)
  --dry-run     say how many messages would be lost, delete nothing
  --help        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'purge-rabbitmq-queue: %s\n' "$2" >&2
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
look() { # sets ready, unacked, kind of the queue; false when there is none of that name
  local table
  # Fields of a queue that is down are empty, and read would join them at tabs.
  table=$(rabbit list_queues --vhost "$vhost" --no-table-headers messages_ready messages_unacknowledged type name | tr '\t' '\037') ||
    die 1 "the queues of virtual host $vhost cannot be listed (does it exist, does the node run?)"
  while IFS=$'\037' read -r ready unacked kind name; do
    if [[ $name == "$queue" ]]; then return 0; fi
  done < <(printf '%s\n' "$table")
  return 1
}
look || die 3 "no such queue in virtual host $vhost (if there is that one): $queue"
[[ $kind != *stream* ]] || die 3 "queue $queue is a stream, which cannot be purged"
[[ $ready =~ ^[0-9]+$ ]] || die 3 "queue $queue is not available, so its messages cannot be counted"
before=$ready
printf 'queue %s in virtual host %s: %d ready, %s unacknowledged\n' "$queue" "$vhost" "$before" "$unacked"
[[ $unacked == 0 ]] || printf 'note: the unacknowledged ones stay with their consumers, and come back when these disconnect\n'
if ((before == 0)); then
  printf 'nothing to purge\n'
  exit 0
fi
if $dry_run; then
  printf 'would purge: %d messages\n' "$before"
  exit 0
fi

rabbit purge_queue --vhost "$vhost" "$queue" || die 1 "queue $queue could not be purged"
# What a list tells may be some seconds old.
for ((attempt = 0; attempt < 5; attempt++)); do
  ((attempt == 0)) || sleep 2
  look || die 1 "queue $queue is gone after the purge"
  if [[ $ready =~ ^[0-9]+$ ]] && ((ready < before)); then
    printf 'purged: queue %s had %d ready messages and has %d now\n' "$queue" "$before" "$ready"
    exit 0
  fi
done
die 1 "queue $queue was purged and has $ready ready messages (before: $before): publishers may be faster"
