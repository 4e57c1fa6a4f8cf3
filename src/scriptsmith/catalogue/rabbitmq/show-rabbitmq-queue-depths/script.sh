#!/usr/bin/env bash
# Show the longest queues of a RabbitMQ virtual host, with their consumers and state.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-rabbitmq-queue-depths [--vhost NAME] [--limit N]

For each of the longest queues print the messages that are ready, those that consumers have but
did not acknowledge, the consumers, and the state where it is not running. A queue with messages
and without consumers is marked. Of queues that are down nobody knows the messages; they are counted.
Other virtual hosts have queues of their own, and are named.

  --vhost NAME  virtual host of the queues (default /)
  --limit N     how many queues to show (default 20)
  --help        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-rabbitmq-queue-depths: %s\n' "$2" >&2
  exit "$1"
}

vhost=/ limit=20
while (($# > 0)); do
  case $1 in
    --vhost | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --vhost) vhost=$2 ;;
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

[[ $vhost =~ ^[A-Za-z0-9_/.][A-Za-z0-9_/.:@+~-]{0,200}$ ]] || die 2 "--vhost takes the name of a virtual host, not '$vhost'"
[[ $limit =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
for tool in sort tr; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
for tool in rabbitmqctl timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
rabbit() { # VERB ARG...: rabbitmqctl, which needs the cookie of the node: root or the user rabbitmq
  timeout 90 rabbitmqctl --quiet "$@" </dev/null
}
table=$(rabbit list_queues --vhost "$vhost" --no-table-headers messages messages_ready messages_unacknowledged consumers state name) ||
  die 1 "the queues of virtual host $vhost cannot be listed (does the node run, is this root?)"
hosts=$(rabbit list_vhosts --no-table-headers name) || die 1 "the virtual hosts cannot be listed"
# For a virtual host that does not exist RabbitMQ lists no queues, and no error.
[[ $'\n'$hosts$'\n' == *$'\n'$vhost$'\n'* ]] || die 1 "virtual host $vhost does not exist"

shown=0 queues=0 waiting=0 unknown=0
printf '%10s %10s %9s  %s\n' READY UNACKED CONSUMERS QUEUE
# Fields of a queue that is down are empty, and read would join them at tabs.
while IFS=$'\037' read -r total ready unacked consumers state name; do
  [[ -n $name ]] || continue
  queues=$((queues + 1))
  note=''
  if [[ $total =~ ^[0-9]+$ ]]; then
    waiting=$((waiting + total))
    if ((total > 0)) && [[ $consumers == 0 ]]; then note='  (no consumers)'; fi
  else
    unknown=$((unknown + 1))
  fi
  if [[ $state != running ]]; then note+="  (${state:-state unknown})"; fi
  ((shown < limit)) || continue
  shown=$((shown + 1))
  printf '%10s %10s %9s  %s%s\n' "$ready" "$unacked" "$consumers" "${name//[^[:print:]]/?}" "$note"
done < <(sort -t $'\t' -k1,1nr -k6,6 <<<"$table" | tr '\t' '\037')
printf '%d of %d queues shown, %d messages in all in virtual host %s\n' "$shown" "$queues" "$waiting" "$vhost"
((unknown == 0)) || printf 'queues that are not available, so that their messages are not known: %d\n' "$unknown"
others=''
while IFS= read -r name; do
  [[ -z $name || $name == "$vhost" ]] || others+="${others:+, }${name//[^[:print:]]/?}"
done <<<"$hosts"
[[ -z $others ]] || printf 'not looked at, other virtual hosts: %s\n' "$others"
