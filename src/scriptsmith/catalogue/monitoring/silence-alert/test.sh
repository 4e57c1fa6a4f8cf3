#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant c8604e98: how much less than a minute a silence may be shorter is a tolerance for clocks
# equivalent mutant b48be8c7: the same tolerance

stub amtool <<'EOF'
# Options that it does not know are an error there too.
[[ $1 == --alertmanager.url=* && $2 == --output=json ]] || { echo 'amtool: error: unknown flag' >&2; exit 1; }
[[ $1 != *down* ]] || { echo 'amtool: error: dial tcp: connection refused' >&2; exit 1; }
shift 2

case "$1 $2" in
  'alert query') if [[ -e calm ]]; then echo '[]'; exit; elif [[ -e strange ]]; then echo '['; exit; fi; jq -c '[{"labels":{"alertname":"DiskFull","instance":"db1"}}]' <<<null ;;
  'silence query') [[ -e mute ]] && exit 1; [[ $3 == alertname=DiskFull && $# == 3 ]] || exit 1; cat silences.json ;;
  'silence add')
    [[ ! -e locked ]] || { echo 'amtool: error: 403' >&2; exit 1; }
    [[ $3 == --author=?* && $4 == --comment=?* && $5 == --duration=* ]] || exit 1
    [[ ! -e deaf ]] || exit 0
    [[ ! -e vanish ]] || { touch mute; exit 0; }
    printf '%s\n' "$@" >added; minutes=${5#*=}; echo '"ab12"'
    jq -c --arg until "$(date -u -d "+${minutes%m} minutes" +%FT%T.500Z)" --argjson more "$(if [[ -n ${7-} ]]; then cat more.json; else echo '[]'; fi)" \
      '. + [{id: "ab12", status: {state: "active"}, endsAt: $until, matchers: ([{name: "alertname", value: "DiskFull", isRegex: false, isEqual: true}] + $more)}]' silences.json >n && mv n silences.json ;;
  *) exit 1 ;;
esac
EOF
refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}
echo '[]' >silences.json
run --alertname DiskFull --duration 120 --dry-run
check 'no warning when one matches' test -z "$err"
check 'a dry run succeeds' test "$status" -eq 0
check 'what matches is told' grep -qx 'matches: alertname=DiskFull instance=db1' <<<"$out"
check 'a dry run says what it would do' grep -qx 'would silence: alertname=DiskFull for 120 minutes (1 alerts match now)' <<<"$out"
check 'a dry run changes nothing' test ! -e added
check 'that it is for every host is told' grep -q '^note: without a host or a matcher this is for all alerts of the name' <<<"$out"
run --alertname DiskFull --duration 120 --matcher instance=db1 --dry-run
check 'with a matcher it is not' test "$status:$(grep -c '^note' <<<"$out")" = 0:0
run --alertname DiskFull --duration 0120 --comment 'cleanup; $(touch pwned)'
check 'it succeeds' test "$status" -eq 0
check 'the silence is of this alert, for so long, with the comment' test "$(sed -n '4,$p' added | tr '\n' '|')" = '--comment=cleanup; $(touch pwned)|--duration=120m|alertname=DiskFull|'
check 'the undo is told' grep -qx 'undo: amtool silence expire --alertmanager.url=http://localhost:9093 ab12' <<<"$out"
run --alertname DiskFull --duration 120
check 'a second run adds none' test "$status:$(calls 'silence add' | wc -l)" = 0:1
run --alertname DiskFull --duration 60
check 'a longer one is enough' test "$(calls 'silence add' | wc -l)" = 1
run --alertname DiskFull --duration 180
check 'a shorter one is not' test "$(calls 'silence add' | wc -l)" = 2
n=2
while IFS='|' read -r operator regex equal; do
  echo "[{\"name\":\"instance\",\"value\":\"db 1\",\"isRegex\":$regex,\"isEqual\":$equal}]" >more.json
  run --alertname DiskFull --duration 30 --matcher "instance$operator\"db 1\""
  check "a matcher with $operator is one of its own" test "$status:$(calls 'silence add' | wc -l):$(tail -n 1 added)" = "0:$((++n)):instance$operator\"db 1\""
  run --alertname DiskFull --duration 30 --matcher "instance${operator}db 1"
  check 'and found again, without quotes too' test "$status:$(calls 'silence add' | wc -l)" = "0:$n"
done <<'X'
=|false|true
!=|false|false
=~|true|true
!~|true|false
X
while IFS='|' read -r host value; do
  echo "[{\"name\":\"instance\",\"value\":\"$value\",\"isRegex\":true,\"isEqual\":true}]" >more.json
  for time in first second; do
    run --alertname DiskFull --duration 30 --instance "$host"
    check "of one host, $host, the $time time" test "$status:$(tail -n 1 added):$(grep -c '^note' <<<"$out"):$(grep -c '^nothing to change' <<<"$out")" = "0:instance=~\"$value\":0:$([ $time = first ] && echo 0 || echo 1)"
  done
done <<'X'
db1|db1([.][^:]+)?(:[0-9]+)?
db1.example.org|db1[.]example[.]org([.][^:]+)?(:[0-9]+)?
db1:9100|db1([.][^:]+)?:9100
X
echo '[{"name":"instance","value":"db3([.][^:]+)?(:[0-9]+)?","isRegex":true,"isEqual":true},{"name":"severity","value":"warn","isRegex":false,"isEqual":true}]' >more.json
run --alertname DiskFull --duration 30 --instance db3 --matcher severity=warn
check 'a host and a matcher hold together' test "$status:$(tail -n 2 added | tr '\n' ' ')" = '0:instance=~"db3([.][^:]+)?(:[0-9]+)?" severity="warn" '
run --alertname DiskFull --duration 30 --instance db3 --matcher severity=warn
check 'and are found again' grep -q '^nothing to change' <<<"$out"
refused 2 '--instance takes' --alertname DiskFull --duration 10 --instance 'db1"$(touch pwned)'
jq -c 'map(.status.state = "expired")' silences.json >e && mv e silences.json; rm added
run --alertname DiskFull --duration 10
check 'an expired one is none' test -e added
echo '[]' >silences.json; touch deaf
refused 1 'does not hold it' --alertname DiskFull --duration 10
rm deaf; touch calm
run --alertname DiskFull --duration 5 --dry-run
check 'when none matches a warning says so' test "$status:$(grep -c '^warning: no alert' <<<"$err")" = 0:1
rm calm; touch strange
refused 1 'is not understood' --alertname DiskFull --duration 10
rm strange; touch vanish
refused 1 'not tell its silences any more' --alertname DiskFull --duration 10
rm vanish mute
touch locked
refused 1 'did not take the silence' --alertname DiskFull --duration 11
touch mute
refused 3 'does not tell its silences' --alertname DiskFull --duration 10
refused 3 'does not tell its alerts' --alertname DiskFull --duration 10 --url http://down:9093
for bad in 'instance' 'x=' 'instance="a' 'a=b\' '1a=b' 'a==b'; do refused 2 '--matcher takes' --alertname DiskFull --duration 10 --matcher "$bad"; done
refused 2 'must not be empty' --alertname DiskFull --duration 10 --comment ''
refused 2 'a single line' --alertname DiskFull --duration 10 --comment $'a\nb'
refused 2 'more than 30 days' --alertname DiskFull --duration 43201
run --alertname DiskFull --duration 43200
check '30 days are not' test "$status" -ne 2
run --alertname DiskFull
check 'a time is required' test "$status" -eq 2
run --duration 10
check 'so is a name' test "$status" -eq 2
refused 2 '--alertname takes' --alertname -q --duration 10
run --alertname 'x$(touch pwned)' --duration 10
check 'a hostile name is refused' test "$status" -eq 2
run --alertname DiskFull --duration 10 --url 'http://x"$(touch pwned)'
check 'a hostile address is refused' test "$status" -eq 2 -a ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --alertname DiskFull --duration 10 >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
