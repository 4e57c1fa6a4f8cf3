#!/usr/bin/env bash
. "$HARNESS"
use prometheus

rules() { curl -s http://127.0.0.1:9090/api/v1/rules | jq -r '.data.groups[].rules[].name'; }
add() { printf '  - {alert: %s, expr: vector(0)}\n' "$1" >>/etc/prometheus/rules.yml; }
add NewOne
run --dry-run
check 'a dry run checks the file of the server' test "$status:$(grep -c '^checked: /etc/prometheus/prometheus.yml' <<<"$out")" = 0:1
check 'and reloads nothing' test -z "$(grep NewOne <<<"$(rules)")"
run
check 'it succeeds, though the API is off' test "$status" -eq 0
check 'the new rule is there' grep -qx NewOne <<<"$(rules)"
run
check 'a second run is harmless' test "$status" -eq 0
cp /etc/prometheus/rules.yml /tmp/good
echo '  - {alert: Odd, expr: "sum by ("}' >>/etc/prometheus/rules.yml
run
check 'a faulty rule file is a failure' test "$status" -eq 1
check 'and the rules stay' test "$(rules | tail -n 1)" = NewOne
cp /tmp/good /etc/prometheus/rules.yml
pkill -x prometheus
gone() { ! pgrep -x prometheus; }
await gone
run
check 'one that does not run is refused' test "$status" -eq 3
start_prometheus --web.enable-lifecycle
await curl -sf http://127.0.0.1:9090/-/ready
add ByApi
run --url http://127.0.0.1:9090/
check 'by the API too' test "$status" -eq 0
check 'it takes effect' grep -qx ByApi <<<"$(rules)"
run --url http://localhost:9093
check 'Alertmanager is no Prometheus' test "$status" -eq 3
finish
