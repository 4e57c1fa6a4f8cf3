#!/usr/bin/env bash
# Delete a Kafka consumer group with all its committed offsets, when it has no members.
#
# Undo: save the lines topic,partition,offset that it prints to a file and use --reset-offsets --from-file, as it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: delete-kafka-consumer-group --group NAME [--bootstrap-server HOST:PORT] [--dry-run]

Consumers that start with this group later begin where auto.offset.reset sends them: they skip
what is waiting, or read all of it again. The group must have no running members. Its offsets are
printed first in the form that kafka-consumer-groups reads back. For a secured cluster let
KAFKA_COMMAND_CONFIG name a file with the client settings.

  --group NAME                  name of the consumer group
  --bootstrap-server HOST:PORT  one of the brokers (default localhost:9092)
  --dry-run                     show the offsets that would be lost, change nothing
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'delete-kafka-consumer-group: %s\n' "$2" >&2
  exit "$1"
}

group='' bootstrap_server=localhost:9092 dry_run=false
while (($# > 0)); do
  case $1 in
    --group | --bootstrap-server)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --group) group=$2 ;;
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

[[ -n $group ]] || die 2 "--group is required (see --help)"
[[ $group =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@/+~-]{0,254}$ ]] || die 2 "--group takes the name of a consumer group, not '$group'"
[[ $bootstrap_server =~ ^([A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$ ]] ||
  die 2 "--bootstrap-server takes HOST or HOST:PORT, not '$bootstrap_server'"
[[ $bootstrap_server =~ :[0-9]+$ ]] || bootstrap_server+=:9092
port=$((10#${bootstrap_server##*:}))
((port >= 1 && port <= 65535)) || die 2 "--bootstrap-server takes a port up to 65535, not '$bootstrap_server'"
command -v timeout >/dev/null || die 3 "timeout (coreutils) is not installed"
secured=()
[[ -z ${KAFKA_COMMAND_CONFIG:-} ]] || secured=(--command-config "$KAFKA_COMMAND_CONFIG")
groups() { # ARG...: kafka-consumer-groups.sh, or kafka-consumer-groups as some packages name it, within a minute
  local said error rc=0
  if command -v kafka-consumer-groups.sh >/dev/null; then
    said=$(timeout 60 kafka-consumer-groups.sh --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null) || rc=$?
  else
    said=$(timeout 60 kafka-consumer-groups --bootstrap-server "$bootstrap_server" "${secured[@]}" "$@" </dev/null) || rc=$?
  fi
  printf '%s\n' "$said"
  # What goes wrong is told on standard output, and it ends with 0.
  case $'\n'$said in
    *$'\nError: '*'does not exist'* | *$'\nError: '*GroupIdNotFound*) ;;
    *$'\nError: '*)
      error=${said#*Error: } # not before: where it is missing in a long text, that takes Bash minutes
      printf 'Error: %s\n' "${error%%$'\n'*}" >&2
      ((rc != 0)) || rc=1
      ;;
  esac
  return "$rc"
}
command -v kafka-consumer-groups.sh >/dev/null || command -v kafka-consumer-groups >/dev/null || die 3 "kafka-consumer-groups.sh is not on the PATH"
command -v awk >/dev/null || die 3 "awk is not installed"

exists() { # whether the list of groups has exactly this name
  local list name
  list=$(groups --list) || die 1 "the consumer groups at $bootstrap_server cannot be listed"
  while IFS= read -r name; do
    if [[ $name == "$group" ]]; then return 0; fi
  done < <(printf '%s\n' "$list")
  return 1
}
exists || die 3 "no such consumer group: $group"
state=$(groups --describe --group "$group" --state | awk 'seen && NF > 2 { print $(NF - 1) } /STATE/ { seen = 1 }') ||
  die 1 "the state of group $group cannot be read"
[[ $state == Empty || $state == Dead ]] || die 3 "group $group is ${state:-in an unknown state}: stop its consumers first"

offsets=$(groups --describe --group "$group" | LC_ALL=C awk '
  /CURRENT-OFFSET/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
  ("CURRENT-OFFSET" in column) && $(column["CURRENT-OFFSET"]) ~ /^[0-9]+$/ {
    print $(column["TOPIC"]) "," $(column["PARTITION"]) "," $(column["CURRENT-OFFSET"])
  }') || die 1 "the offsets of group $group cannot be read"
printf 'offsets (topic,partition,offset):\n%s\n' "${offsets:-none}"
if $dry_run; then
  printf 'would delete: consumer group %s\n' "$group"
  exit 0
fi

[[ -z $offsets ]] || printf 'undo, with those lines in a FILE: kafka-consumer-groups.sh --bootstrap-server %s %s--group %s --reset-offsets --from-file FILE --execute\n' "$bootstrap_server" "${secured[*]}${secured:+ }" "$group"
said=$(groups --delete --group "$group" 2>&1) || {
  printf '%s\n' "${said:0:400}" >&2
  die 1 "group $group could not be deleted"
}
if exists; then
  printf '%s\n' "${said:0:400}" >&2
  die 1 "group $group is still there"
fi
printf 'deleted: consumer group %s\n' "$group"
