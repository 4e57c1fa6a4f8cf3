#!/usr/bin/env bash
# Show the RabbitMQ channels that hold most messages which were delivered and not acknowledged.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-rabbitmq-unacked-messages [--limit N]

Print the unacknowledged messages of each channel with its user, prefetch limit (0 is none),
consumers, virtual host, and connection (address and port of the client). They come back to their
queues when the client closes the connection. The prefetch limit holds for each consumer of the
channel; where it was set for the channel as a whole, that is said. A channel that holds as many
as all its consumers may gets no more. Clients that have no channels, of MQTT since 3.12 and of
AMQP 1.0 since 4.0, do not stand here: the queues tell what is out with them.

  --limit N  how many channels to show (default 20)
  --help     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-rabbitmq-unacked-messages: %s\n' "$2" >&2
  exit "$1"
}

top=20
while (($# > 0)); do
  case $1 in
    --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      top=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $top =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--limit takes a whole number above 0, not '$top'"
top=$((10#$top))
command -v sort >/dev/null || die 3 "sort is not installed"
for tool in rabbitmqctl timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
rabbit() { # VERB ARG...: rabbitmqctl, which needs the cookie of the node: root or the user rabbitmq
  timeout 90 rabbitmqctl --quiet "$@" </dev/null
}
table=$(rabbit list_channels --no-table-headers messages_unacknowledged prefetch_count global_prefetch_count consumer_count user vhost name) ||
  die 1 "the channels cannot be listed (does the node run, is this root?)"
table=$(printf '%s\n' "$table" | sort -t $'\t' -k1,1nr) || die 1 "the channels cannot be sorted (is /tmp full?)"

shown=0 channels=0 total=0
while IFS=$'\t' read -r unacked prefetch whole consumers user vhost name; do
  [[ $unacked =~ ^[1-9][0-9]*$ ]] || continue
  channels=$((channels + 1)) total=$((total + unacked))
  ((shown < top)) || continue
  shown=$((shown + 1))
  note='' limit=0
  # A channel without consumers fetches one by one, and no limit holds.
  if [[ $prefetch =~ ^[0-9]+$ && $consumers =~ ^[0-9]+$ ]]; then limit=$((prefetch * consumers)); fi
  if [[ $whole =~ ^[1-9][0-9]*$ ]]; then
    prefetch+=" ($whole for the channel)"
    if ((limit == 0 || whole < limit)); then limit=$whole; fi
  fi
  if ((limit > 0 && unacked >= limit)); then note='  (at its limit)'; fi
  if ((limit == 0)) && [[ $consumers != 0 ]]; then note='  (no limit)'; fi
  row="user $user, vhost $vhost, $name"
  printf '%9d unacked, prefetch %s, %s consumers, %s%s\n' "$unacked" "$prefetch" "$consumers" "${row//[^[:print:]]/?}" "$note"
done < <(printf '%s\n' "$table")
printf '%d messages are unacknowledged on %d channels\n' "$total" "$channels"
printf 'note: clients of MQTT (since 3.12) and of AMQP 1.0 (since 4.0) have no channels: the queues tell what is out with them\n' >&2
