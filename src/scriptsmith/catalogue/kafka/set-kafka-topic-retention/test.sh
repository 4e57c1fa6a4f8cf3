#!/usr/bin/env bash
. "$HARNESS"

stub kafka-configs.sh <<'STUB'
[[ $* == *'--entity-type topics --entity-name '* ]] || exit 1
[[ $* != *' forbidden '* || $* == *--describe* ]] || exit 1
case "$*" in
  *' absent '*) echo "The topic 'absent' doesn't exist and doesn't have dynamic config" ;;
  *' compacted '*--describe*) printf 'All configs for topic compacted are:\n  cleanup.policy=compact sensitive=false synonyms={}\n  retention.ms=604800000 sensitive=false synonyms={}\n' ;;
  *--describe*--all) printf 'All configs for topic x are:\n  cleanup.policy=delete sensitive=false synonyms={DEFAULT_CONFIG:log.cleanup.policy=delete}\n  delete.retention.ms=86400000 sensitive=false synonyms={}\n  retention.bytes=%s sensitive=false synonyms={}\n  retention.ms=%s sensitive=false synonyms={%sDEFAULT_CONFIG:log.retention.hours=168}\n' "$(cat bytes)" "$(cat retention)" "$(cat own 2>/dev/null)" ;;
  *' stubborn '*--alter*) echo 'Completed updating config for topic stubborn.' ;;
  *--alter*--add-config*) value=${!#}; echo "${value#retention.ms=}" >retention; echo 'Completed updating config for topic x.' ;;
  *) exit 1 ;;
esac
STUB
echo 604800000 >retention
echo -1 >bytes

run --topic orders --hours 72 --dry-run
check 'a dry run says what it would set' grep -q 'would set: retention of topic orders from 168 hours (604800000 ms) to 72 hours' <<<"$out"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" --topic orders --hours 72 --dry-run </dev/null 2>/dev/null) | cat)
check 'without room for a file the settings are read' test "$noroom" = "$out"
check 'a dry run changes nothing' grep -qx 604800000 retention
check 'the loss is warned of' grep -q 'older than 72 hours will be deleted for good, by whole segments: the space of a quiet topic may come free late$' <<<"$err"
run --topic orders --hours 72
check 'it succeeds' test "$status" -eq 0
check 'the retention is set' grep -qx 259200000 retention
check 'a value that the brokers gave comes back by its removal' grep -qx 'undo: kafka-configs.sh --bootstrap-server localhost:9092 --entity-type topics --entity-name orders --alter --delete-config retention.ms' <<<"$out"
check 'the former value is told' grep -q 'before: 168 hours' <<<"$out"
run --topic orders --hours 72
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls '--alter' | wc -l)"
echo 1000 >bytes
run --topic orders --hours 100 --bootstrap-server kafka2:9093
check 'a longer time is no loss' test "$(grep -c warning <<<"$err")" -eq 0
check 'a limit by size is told' grep -q '1000 bytes a partition' <<<"$out"
check 'the named broker is asked' test -n "$(calls '--bootstrap-server kafka2:9093 ')"
echo -1 >retention
run --topic orders --hours 1 --dry-run
check 'a topic without limit is told' grep -q 'from without limit to 1 hours' <<<"$out"
echo 'DYNAMIC_TOPIC_CONFIG:retention.ms=-1, ' >own
run --topic orders --hours 2
check 'one of its own, by the value that it had' grep -q -- '--alter --add-config retention.ms=-1$' <<<"$out"
KAFKA_COMMAND_CONFIG=/etc/client.properties run --topic orders --hours 3
check 'of a secured cluster the undo has the settings, too' grep -q '^undo: kafka-configs.sh --bootstrap-server localhost:9092 --command-config /etc/client.properties --entity-type topics ' <<<"$out"
rm own
run --topic stubborn --hours 5
check 'a change that does not take is a failure' test "$status" -eq 1
run --topic forbidden --hours 5
check 'a change that is refused is a failure' test "$status" -eq 1
run --topic absent --hours 5
check 'a topic that does not exist is refused' test "$status" -eq 3
run --topic compacted --hours 5
check 'a compacted topic is refused' test "$status" -eq 3
run --topic __consumer_offsets --hours 5
check 'an internal topic is refused' test "$status" -eq 2
for name in app-store-changelog app-map-repartition; do
  run --topic "$name" --hours 5
  check "so is one of Kafka Streams: $name" test "$status:$(grep -c 'is internal' <<<"$err")" = 2:1
done
run --topic orders --hours 0
check 'no time at all is refused' test "$status" -eq 2
for port in 0 65536; do
  run --topic orders --hours 5 --bootstrap-server "kafka:$port"
  check "no broker has the port $port" bash -c '[ "$1" -eq 2 ] && grep -q "a port up to 65535" <<<"$2"' _ "$status" "$err"
done
for port in 1 65535; do
  run --topic orders --hours 5 --bootstrap-server "kafka:$port" --dry-run
  check "a broker may have the port $port" test "$status" -eq 0
done
mkdir none
bash_=$(command -v bash)
check 'without timeout, which ends calls that hang, it is refused' grep -q 'timeout .* not installed' \
  <<<"$(PATH=none "$bash_" "$SCRIPT" --topic orders --hours 5 2>&1)"
ln -s "$(command -v timeout)" none/timeout
check 'so it is without the programs of Kafka' grep -q 'kafka-configs.sh is not on the PATH' \
  <<<"$(PATH=none "$bash_" "$SCRIPT" --topic orders --hours 5 2>&1)"
run --topic 'x; touch pwned' --hours 5
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
