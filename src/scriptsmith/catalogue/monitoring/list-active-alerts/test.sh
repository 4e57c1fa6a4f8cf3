#!/usr/bin/env bash
. "$HARNESS"

stub amtool <<'EOF'
# Options that it does not know are an error there too.
[[ $1 == --alertmanager.url=* && $2 == --output=json ]] || { echo 'amtool: error: unknown flag' >&2; exit 1; }
[[ $1 != *down* ]] || { echo 'amtool: error: dial tcp: connection refused' >&2; exit 1; }
shift 2

[[ $* == 'alert query --active --silenced --inhibited --unprocessed' ]] || exit 1
cat alerts.json
EOF
alert() { # NAME SEVERITY SINCE SILENCED INHIBITED
  printf '{"labels":{"alertname":"%s"%s,"instance":"db\\u001b1"},"startsAt":"%s","status":{"state":"active","silencedBy":%s,"inhibitedBy":%s}}\n' "$1" "${2:+,\"severity\":\"$2\"}" "$3" "$4" "$5"
}
{ alert HighLoad warning 2026-01-02T03:00:00.5Z '[]' '[]'; alert Young critical 2026-01-02T05:00:00.123Z '[]' '[]'; alert Old critical 2026-01-02T04:00:00Z '["a"]' '[]'
  alert Bare '' 2026-01-01T00:00:00Z '[]' '["b"]'; } | jq -s . >alerts.json

run
check 'it succeeds' test "$status" -eq 0
check 'the worst and oldest come first' test "$(awk 'NR < 5 { printf "%s ", $4 }' <<<"$out")" = 'Old Young HighLoad Bare '
check 'each is told with severity, age, state and labels' grep -qx 'critical   2026-01-02T05:00:00Z  active     Young  instance=db?1' <<<"$out"
check 'a silenced one is marked' grep -q '^critical .* silenced   Old ' <<<"$out"
check 'an inhibited one without severity is marked' grep -q '^none .* inhibited  Bare ' <<<"$out"
check 'where some fire nothing is noted' test -z "$(grep '^note' <<<"$out")"
check 'they are counted' grep -qx '4 alerts fire, 2 of them notify nobody (silenced or inhibited)' <<<"$out"
run --severity warning --url http://am.example:9093
check 'one severity alone' test "$(grep -c instance <<<"$out")$(tail -n 1 <<<"$out")" = '11 alerts with severity warning (and 3 with others) fire, 0 of them notify nobody (silenced or inhibited)'
run --limit 01
check 'the list can be shortened, the count stays' test "$(grep -c instance <<<"$out")$(tail -n 1 <<<"$out")" = '14 alerts fire, 2 of them notify nobody (silenced or inhibited)'
for i in {1..12}; do alert "A$i" warning 2026-01-02T03:00:00Z '[]' '[]'; done | jq -s . >alerts.json
run --limit 010
check 'numbers are decimal' test "$(grep -c instance <<<"$out")" -eq 10
{ alert Low warning 2026-01-02T03:00:00Z '[]' '[]'; alert High CRITICAL 2026-01-02T05:00:00Z '[]' '[]'; } | jq -s '. + [{labels: {job: "x"}, startsAt: "2026-01-02T06:00:00Z", status: {silencedBy: [], inhibitedBy: []}}]' >alerts.json
run
check 'one without a name is listed, too' grep -qx 'none       2026-01-02T06:00:00Z  active     -  job=x' <<<"$out"
check 'critical ones come first, however that is written' grep -q '^CRITICAL .* High ' <<<"$(head -n 1 <<<"$out")"
echo '[]' >alerts.json
run
check 'none is no failure' test "$status:$(head -n 1 <<<"$out")" = '0:0 alerts fire, 0 of them notify nobody (silenced or inhibited)'
check 'what none may mean is told' grep -qx 'note: a Prometheus that is down, or does not reach this Alertmanager, sends none' <<<"$out"
run --severity warning
check 'of none, too, what was asked for is told' grep -qx '0 alerts with severity warning (and 0 with others) fire, 0 of them notify nobody (silenced or inhibited)' <<<"$out"
echo '<html>' >alerts.json
run
check 'another answer is a failure' test "$status" -eq 1
run --url http://down:9093
check 'an Alertmanager that does not answer is refused' test "$status" -eq 3
run --limit 0
check 'a list of nothing is refused' test "$status" -eq 2
run --severity 'x; touch pwned'
check 'a hostile severity is refused' test "$status" -eq 2
run --url 'http://x"$(touch pwned)'
check 'a hostile address is refused' test "$status" -eq 2 -a ! -e pwned
run --url 'http://[::1]:9093/'
check 'an IPv6 address is taken' test "$status" -eq 1
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
