#!/usr/bin/env bash
. "$HARNESS"
use prometheus

run
check 'it succeeds' test "$status" -eq 0
check 'what fires is counted' grep -qx '4 alerts fire, 0 of them notify nobody (silenced or inhibited)' <<<"$out"
check 'critical ones come first' test "$(awk 'NR < 5 { printf "%s ", $1 }' <<<"$out")" = 'critical critical warning none '
check 'a label with a blank is told' grep -Eq '^critical +20[0-9T:-]+Z  active +DiskFull  .*instance=db 1:9100' <<<"$out"
run --severity warning
check 'one severity alone' test "$(grep -c instance= <<<"$out"):$(grep -c HighLoad <<<"$out")" = 1:1
amtool --alertmanager.url=http://127.0.0.1:9093 silence add alertname=HighLoad --comment x --duration 1h >/dev/null
quiet() { ! firing HighLoad; }
await quiet
run
check 'a silenced one is marked, and still counted' grep -q '^warning .* silenced  *HighLoad' <<<"$out"
check 'as one that notifies nobody' grep -qx '4 alerts fire, 1 of them notify nobody (silenced or inhibited)' <<<"$out"
curl -s -H 'Content-Type: application/json' -d '[{"labels": {"job": "backup"}}]' http://127.0.0.1:9093/api/v2/alerts >/dev/null
run
check 'one that another program has sent without a name is listed' grep -Eq '^none +20[0-9T:-]+Z  active +-  job=backup' <<<"$out"
run --severity nobody
check 'what none may mean is told' test "$(head -n 1 <<<"$out"):$(grep -c '^note: a Prometheus that is down' <<<"$out")" = '0 alerts with severity nobody (and 5 with others) fire, 0 of them notify nobody (silenced or inhibited):1'
run --url http://127.0.0.1:9999
check 'one that is not there is refused' test "$status" -eq 3
finish
