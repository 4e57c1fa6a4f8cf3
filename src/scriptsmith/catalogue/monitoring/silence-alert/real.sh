#!/usr/bin/env bash
. "$HARNESS"
use prometheus

amtool() { command amtool --alertmanager.url=http://127.0.0.1:9093 "$@"; }
silences() { amtool silence query --quiet | wc -l; }
state() { curl -s http://127.0.0.1:9093/api/v2/alerts | jq -r --arg instance "$1" '.[] | select(.labels.instance == $instance) | .status.state'; }
silenced() { [[ $(state "$1") == suppressed ]]; }
run --alertname DiskFull --duration 30 --dry-run
check 'a dry run adds none' test "$status:$(silences)" = 0:0
check 'what matches is told' grep -qx 'matches: .*instance=db 1:9100.*' <<<"$out"
check 'and counted' grep -q '(2 alerts match now)$' <<<"$out"
check 'and that it is for every host' grep -q '^note: without a host or a matcher this is for all alerts of the name' <<<"$out"
run --alertname DiskFull --duration 30 --matcher 'instance=db 1:9100' --comment 'cleaning "up"'
check 'it succeeds' test "$status" -eq 0
await silenced 'db 1:9100'
check 'only that one is silenced' test "$(state db2:9100) $(state web1:9100)" = 'active active'
run --alertname DiskFull --duration 30 --matcher 'instance="db 1:9100"'
check 'a second run has nothing to do' test "$(grep -c '^nothing to change' <<<"$out"):$(silences)" = 1:1
run --alertname DiskFull --duration 30 --matcher 'instance!=db2:9100'
check 'one that excludes is another' test "$status:$(silences)" = 0:2
run --alertname DiskFull --duration 30 --matcher 'instance!=db2:9100'
check 'and found again' test "$status:$(silences)" = 0:2
run --alertname DiskFull --duration 30 --instance db2 --dry-run
check 'of one host only its own alerts match, whatever their port' test "$(grep -c '^matches: ' <<<"$out"):$(grep -c 'instance=db2:9100' <<<"$out")" = 1:1
run --alertname DiskFull --duration 30 --instance db2:9100
check 'and are silenced' await silenced db2:9100
run --alertname DiskFull --duration 30 --instance db2:9100
check 'once' grep -q '^nothing to change' <<<"$out"
run --alertname DiskFull --duration 30 --instance b2 --dry-run
check 'a part of a name is no host' test "$(grep -c '^matches: ' <<<"$out")" = 0
run --alertname HighLoad --duration 30 --matcher 'severity=~warn.*|crit.*'
await silenced web1:9100
check 'a regular expression silences' test "$status" -eq 0
expire=$(sed -n 's/^undo: amtool silence expire .* //p' <<<"$out")
amtool silence expire "$expire"
loud() { [[ $(state web1:9100) == active ]]; }
check 'the undo that is told undoes it' await loud
run --alertname NotThere --duration 30
check 'one that does not fire is silenced with a warning' test "$status:$(grep -c '^warning: no alert' <<<"$err")" = 0:1
run --alertname DiskFull --duration 30 --matcher 'severity=~('
check 'what Alertmanager does not understand is refused' test "$status" -eq 3
run --alertname DiskFull --duration 30 --url http://127.0.0.1:9999
check 'one that is not there is refused' test "$status" -eq 3
finish
