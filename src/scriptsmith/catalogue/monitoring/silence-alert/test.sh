#!/usr/bin/env bash
. "$HARNESS"

stub amtool <<'EOF'
# Options that it does not know are an error there too.
[[ $1 == --alertmanager.url=* && $2 == --output=json ]] || { echo 'amtool: error: unknown flag' >&2; exit 1; }
[[ $1 != *down* ]] || { echo 'amtool: error: dial tcp: connection refused' >&2; exit 1; }
shift 2

case "$1 $2" in
  'alert query') jq -c '[{"labels":{"alertname":"DiskFull","instance":"db1"}}]' <<<null ;;
  'silence query') [[ -e mute ]] && exit 1; [[ $3 == alertname=DiskFull && $# == 3 ]] || exit 1; cat silences.json ;;
  'silence add')
    [[ ! -e locked ]] || { echo 'amtool: error: 403' >&2; exit 1; }
    [[ $3 == --author=?* && $4 == --comment=?* && $5 == --duration=* ]] || exit 1
    [[ ! -e deaf ]] || exit 0
    printf '%s\n' "$@" >added; minutes=${5#*=}; echo '"ab12"'
    jq -c --arg until "$(date -u -d "+${minutes%m} minutes" +%FT%T.500Z)" --argjson more "$(if [[ -n ${7-} ]]; then cat more.json; else echo '[]'; fi)" \
      '. + [{id: "ab12", status: {state: "active"}, endsAt: $until, matchers: ([{name: "alertname", value: "DiskFull", isRegex: false, isEqual: true}] + $more)}]' silences.json >n && mv n silences.json ;;
  *) exit 1 ;;
esac
EOF
echo '[]' >silences.json
run --alertname DiskFull --duration 120 --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'what matches is told' grep -qx 'matches: alertname=DiskFull instance=db1' <<<"$out"
check 'a dry run says what it would do' grep -qx 'would silence: alertname=DiskFull for 120 minutes (1 alerts match now)' <<<"$out"
check 'a dry run changes nothing' test ! -e added
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
jq -c 'map(.status.state = "expired")' silences.json >e && mv e silences.json; rm added
run --alertname DiskFull --duration 10
check 'an expired one is none' test -e added
echo '[]' >silences.json; touch deaf
run --alertname DiskFull --duration 10
check 'a silence that is not held is a failure' test "$status" -eq 1
touch locked
run --alertname DiskFull --duration 10
check 'a silence that is not taken is a failure' test "$status" -eq 1
touch mute
run --alertname DiskFull --duration 10
check 'silences that cannot be read are refused' test "$status" -eq 3
run --alertname DiskFull --duration 10 --url http://down:9093
check 'an Alertmanager that does not answer is refused' test "$status" -eq 3
for bad in 'instance' 'x=' 'instance="a' 'a=b\' '1a=b' 'a==b'; do
  run --alertname DiskFull --duration 10 --matcher "$bad"
  check "the matcher $bad is refused" test "$status" -eq 2
done
run --alertname DiskFull --duration 10 --comment ''
check 'a comment is needed' test "$status" -eq 2
run --alertname DiskFull --duration 10 --comment $'a\nb'
check 'of one line' test "$status" -eq 2
run --alertname DiskFull --duration 43201
check 'more than 30 days are refused' test "$status" -eq 2
run --alertname DiskFull --duration 43200
check '30 days are not' test "$status" -ne 2
run --alertname DiskFull
check 'a time is required' test "$status" -eq 2
run --duration 10
check 'so is a name' test "$status" -eq 2
run --alertname -q --duration 10
check 'an option is no name' test "$status" -eq 2
run --alertname 'x$(touch pwned)' --duration 10
check 'a hostile name is refused' test "$status" -eq 2
run --alertname DiskFull --duration 10 --url 'http://x"$(touch pwned)'
check 'a hostile address is refused' test "$status" -eq 2 -a ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --alertname DiskFull --duration 10 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
