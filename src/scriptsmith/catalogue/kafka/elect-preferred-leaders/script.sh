#!/usr/bin/env bash
# Let the preferred broker of each Kafka partition lead it again, where it is in sync.
#
# Undo: nothing to undo: the former leaders stay in sync and take over when one fails.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: elect-preferred-leaders [--bootstrap-server HOST:PORT] [--dry-run]

A broker that restarts comes back as a follower; its load stays with the others until an election.
Only partitions whose preferred broker is in sync change, each with a pause of some milliseconds.
Those whose preferred broker is not in sync are counted and left. For a secured cluster let
KAFKA_COMMAND_CONFIG name a file with the client settings.

  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --dry-run                     say how many partitions would get another leader, change nothing
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'elect-preferred-leaders: %s\n' "$2" >&2
  exit "$1"
}

bootstrap_server=localhost:9092 dry_run=false
while (($# > 0)); do
  case $1 in
    --bootstrap-server)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --bootstrap-server) bootstrap_server=$2 ;;
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

[[ $bootstrap_server =~ ^([A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$ ]] ||
  die 2 "--bootstrap-server takes HOST or HOST:PORT, not '$bootstrap_server'"
[[ $bootstrap_server =~ :[0-9]+$ ]] || bootstrap_server+=:9092
port=$((10#${bootstrap_server##*:}))
((port >= 1 && port <= 65535)) || die 2 "--bootstrap-server takes a port up to 65535, not '$bootstrap_server'"
command -v timeout >/dev/null || die 3 "timeout (coreutils) is not installed"
secured=()
[[ -z ${KAFKA_COMMAND_CONFIG:-} ]] || secured=(--command-config "$KAFKA_COMMAND_CONFIG")
topics() { # ARG...: kafka-topics.sh, or kafka-topics as some packages name it, within a minute
  if command -v kafka-topics.sh >/dev/null; then
    timeout 60 kafka-topics.sh --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null
  else
    timeout 60 kafka-topics --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null
  fi
}
command -v kafka-topics.sh >/dev/null || command -v kafka-topics >/dev/null || die 3 "kafka-topics.sh is not on the PATH"
admin=()
[[ -z ${KAFKA_COMMAND_CONFIG:-} ]] || admin=(--admin.config "$KAFKA_COMMAND_CONFIG")
election() { # ARG...: kafka-leader-election.sh, or kafka-leader-election as some packages name it, within a minute
  if command -v kafka-leader-election.sh >/dev/null; then
    timeout 60 kafka-leader-election.sh --bootstrap-server "$bootstrap_server" "${admin[@]}" "$@" </dev/null
  else
    timeout 60 kafka-leader-election --bootstrap-server "$bootstrap_server" "${admin[@]}" "$@" </dev/null
  fi
}
command -v kafka-leader-election.sh >/dev/null || command -v kafka-leader-election >/dev/null || die 3 "kafka-leader-election.sh is not on the PATH"
command -v awk >/dev/null || die 3 "awk is not installed"

misled() { # prints two numbers: partitions that could be led by their preferred broker, and that cannot yet
  local layout
  layout=$(topics --describe) || return 1
  LC_ALL=C awk -F'\t' '
    /Partition: / && /Replicas:/ {
      for (i = 1; i <= NF; i++) {
        value = $i
        sub(/^ *[A-Za-z]+: */, "", value)
        if ($i ~ /^ *Leader:/) leader = value
        if ($i ~ /^ *Replicas:/) { split(value, ids, ","); preferred = ids[1] }
        if ($i ~ /^ *Isr:/) isr = value
      }
      all++
      if (leader != preferred) { if (leader ~ /^[0-9]+$/ && index("," isr ",", "," preferred ",")) could++; else cannot++ }
    }
    END { print could + 0, cannot + 0; exit all == 0 }' <<<"$layout"
}

counted=$(misled) || die 1 "could not read the partitions at $bootstrap_server"
read -r could cannot <<<"$counted"
if ((cannot > 0)); then
  printf 'note: the preferred broker of %d partitions is down or not in sync; they stay as they are\n' "$cannot"
fi
if ((could == 0)); then
  printf 'nothing to change: no partition could be led by its preferred broker and is not\n'
  exit 0
fi
if $dry_run; then
  printf 'would elect: %d partitions get their preferred leader\n' "$could"
  exit 0
fi

failed=false
said=$(election --election-type preferred --all-topic-partitions 2>&1) || failed=true
# It also fails when only the partitions that cannot change did not: what counts is the result.
for ((attempt = 0; attempt < 10; attempt++)); do
  ((attempt == 0)) || sleep 1
  counted=$(misled) || die 1 "cannot read the partitions after the election"
  read -r left away <<<"$counted"
  ((left > 0)) || break
  ! $failed || break
done
if ((left > 0)); then
  if $failed; then printf '%s\n' "${said:0:600}" >&2; fi
  die 1 "$left partitions are still not led by their preferred broker (before: $could)"
fi
((away <= cannot)) || die 1 "the preferred brokers of $((away - cannot)) more partitions have fallen out of sync meanwhile"
printf 'elected: %d partitions are led by their preferred broker again\n' "$could"
