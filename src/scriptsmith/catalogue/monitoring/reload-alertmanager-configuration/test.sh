#!/usr/bin/env bash
. "$HARNESS"

# A process of the right name whose command line names the file; where it was started is this folder.
start() { # NAME ARG...: waits for ever under that name, with these arguments
  if [[ -e pid ]]; then kill "$(cat pid)"; wait "$(cat pid)"; fi 2>/dev/null
  cp -f "$(command -v bash)" "$1"
  "./$1" -c 'while :; do read -t 100 <>fifo; done' "$@" &
  echo $! >pid
  await grep -qa -- "$1" "/proc/$!/cmdline" # until then it is this shell
}
mkfifo fifo
trap 'kill $(cat pid) $(cat pid2 2>/dev/null) 2>/dev/null' EXIT
echo 'route: {}' >am.yml
stub amtool <<'EOF'
[[ $1 == check-config && $# == 2 ]] || exit 1
if grep -q bad "$2"; then echo 'amtool: error: failed to validate 1 file(s)' >&2; exit 1; fi
echo "Checking '$2'  SUCCESS"
EOF
stub curl <<'EOF'
method=GET
while (($# > 0)); do
  case $1 in
    --silent | --show-error | --fail | --netrc-optional | --globoff) shift ;;
    --max-time) shift 2 ;;
    --request) method=$2; shift 2 ;;
    --url) url=$2; shift 2 ;;
    *) echo "curl: option $1: is unknown" >&2; exit 2 ;;
  esac
done
[[ ! -e down ]] || exit 7
case "$method ${url#http://*/}" in
  'GET metrics') # the look whose number is in the file misses fails, and no other
    if [[ -e misses ]]; then n=$(($(<misses) - 1)); echo $n >misses; ((n != 0)) || { echo 'curl: (52) Empty reply from server' >&2; exit 52; }; fi
    cat metrics ;;
  'POST -/reload')
    [[ ! -e refuses ]] || { echo 'curl: (22) The requested URL returned error: 500' >&2; exit 22; }
    [[ ! -e dies ]] || touch down
    [[ -e deaf ]] || { sed 's/seconds 1.*/seconds 1.8e+09/' metrics >m && mv m metrics; }
    [[ ! -e worse ]] || { sed 's/successful 1/successful 0/' metrics >m && mv m metrics; } ;;
  *) exit 22 ;;
esac
EOF
fresh() { printf 'alertmanager_config_hash 1\nalertmanager_config_last_reload_success_timestamp_seconds 1.7e+09\nalertmanager_config_last_reload_successful 1\n' >metrics; : >"$STUB_LOG"; }
fresh
start prometheus-alertmanager --config.file=am.yml --web.listen-address=:9093
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'the file of the process is checked, from where it was started' grep -qx "checked: $PWD/am.yml" <<<"$out"
check 'a dry run reloads nothing' test -z "$(calls reload)"
run
check 'it succeeds' grep -qx "reloaded: Alertmanager at http://localhost:9093 reads $PWD/am.yml" <<<"$out"
fresh; run --config-file ./am.yml --url http://127.0.0.1:9093/
check 'the file may be named' test "$status" -eq 0
cp am.yml other.yml
fresh; run --config-file other.yml
check 'another file is refused' test "$status:$(calls reload)" = 3:
fresh; touch deaf; run; rm deaf
check 'a configuration that is not taken is a failure' test "$status" -eq 1
fresh; touch worse; run; rm worse
check 'one that is not good is a failure' test "$status" -eq 1
fresh; touch dies; run; rm dies down
check 'one that does not answer afterwards is a failure' test "$status:$(grep -c 'does not answer after the reload' <<<"$err")" = 1:1
for look in 2 3; do
  fresh; echo $look >misses; run; rm misses
  check "so is one that misses look $look" test "$status:$(grep -c 'does not answer after the reload' <<<"$err")" = 1:1
done
fresh; touch refuses; run; rm refuses
check 'a reload that is refused is a failure' test "$status:$(grep -c 'did not take the configuration: curl' <<<"$err")" = 1:1
fresh; echo bad >am.yml; run
check 'a faulty file is a failure' test "$status" -eq 1
check 'and not loaded' test -z "$(calls reload)"
check 'what amtool says is passed on' grep -q 'failed to validate' <<<"$err"
rm am.yml; mkdir am.yml; run
check 'a directory is no file' test "$status" -eq 3
rmdir am.yml; run
check 'a file that is not there is refused' test "$status" -eq 3
echo 'route: {}' >am.yml
: >metrics; run
check 'another program at the address is refused' test "$status" -eq 3
fresh; touch down; run; rm down
check 'one that does not answer is refused' test "$status:$(grep -c 'no answer' <<<"$err")" = 3:1
start alertmanager --config.file "$PWD/am.yml" x
run --dry-run
check 'the option may stand in two words' grep -qx "checked: $PWD/am.yml" <<<"$out"
start alertmanager x; mv am.yml alertmanager.yml
run --dry-run
check 'without the option it is the default' grep -qx "checked: $PWD/alertmanager.yml" <<<"$out"
start prometheus-alertmanager x
run --dry-run
check 'and under the name of Debian that of Debian' grep -qx 'checked: /etc/prometheus/alertmanager.yml\|.*no readable file: /etc/prometheus/alertmanager.yml' <<<"$out$err"
start alertmanager x
./alertmanager -c 'while :; do read -t 100 <>fifo; done' x & echo $! >pid2
run
check 'of several none is reloaded' test "$status:$(calls reload):$(grep -c 'several Alertmanagers' <<<"$err")" = 3::1
kill "$(cat pid)" "$(cat pid2)"; sleep 0.2
run
check 'none that runs is refused' test "$status:$(grep -c 'no Alertmanager runs' <<<"$err")" = 3:1
run --url http://am.example.org:9093
check 'another host is refused' test "$status" -eq 2
run --url 'http://localhost:9093/$(touch pwned)'
check 'a hostile address is refused' test "$status" -eq 2 -a ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
