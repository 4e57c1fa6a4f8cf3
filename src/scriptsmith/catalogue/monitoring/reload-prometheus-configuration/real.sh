#!/usr/bin/env bash
. "$HARNESS"
use prometheus

rules() { curl -s http://127.0.0.1:9090/api/v1/rules | jq -r '.data.groups[].rules[].name'; }
add() { printf '  - {alert: %s, expr: vector(0)}\n' "$1" >>/etc/prometheus/rules.yml; }
add NewOne
run --dry-run
check 'a dry run checks the file of the server' test "$status:$(grep -c '^checked: /etc/prometheus/prometheus.yml' <<<"$out")" = 0:1
check 'how many rules promtool found in which file is told' grep -Eq 'SUCCESS: [1-9][0-9]* rules found' <<<"$out"
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
# The server has met it by itself, and says so; then it is repaired, and there is much to read.
pkill -HUP -x prometheus
failed() { curl -s http://127.0.0.1:9090/metrics | grep -qx 'prometheus_config_last_reload_successful 0'; }
await failed
{ cat /tmp/good; for group in {1..400}; do
  printf -- '- {name: g%s, interval: 1h, rules: [' "$group"; printf '{alert: M%s, expr: vector(0) > 1}, ' {1..20}; printf ']}\n'
done; } >/etc/prometheus/rules.yml
run
check 'after a reload that failed the repaired rules are waited for' test "$status:$(grep -c '^reloaded: ' <<<"$out"):$(rules | grep -cx M20)" = 0:1:400
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
loaded() { curl -s http://127.0.0.1:9090/metrics | sed -n 's/^prometheus_config_last_reload_success_timestamp_seconds //p'; }
before=$(loaded)
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
check 'whoever cannot see the files of the process checks none and reloads nothing' test "$status:$(grep -c 'cannot be seen' .err):$(loaded)" = "3:1:$before"
pkill -x prometheus; await gone
cp /etc/prometheus/prometheus.yml /tmp/inside.yml
unshare --mount bash -c 'mount --bind /tmp/inside.yml /etc/prometheus/prometheus.yml && exec prometheus --config.file=/etc/prometheus/prometheus.yml \
  --storage.tsdb.path=/var/lib/prometheus-test --web.listen-address=127.0.0.1:9090' >/var/log/prometheus.log 2>&1 &
await curl -sf http://127.0.0.1:9090/-/ready
run
check 'one in a container, whose file is another, is refused' test "$status" -eq 3 -a -n "$(grep 'is in a container' <<<"$err")"
run --url http://localhost:9093
check 'Alertmanager is no Prometheus' test "$status" -eq 3
finish
