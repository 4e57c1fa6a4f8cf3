#!/usr/bin/env bash
. "$HARNESS"

cp "$(command -v perl)" prometheus
# One process that forks nothing, or pgrep would see two; a shell that reads with a timeout may miss a signal.
start() {
  rm -f ready
  ./prometheus -e '
    sub put { open my $file, ">", $_[0] or die; print $file $_[1]; close $file }
    sub content { local $/; open my $file, "<", $_[0] or die; <$file> }
    $SIG{HUP} = sub { put("hup", ""); put("next", content("after")); rename "next", "metrics" };
    put("ready", "");
    select undef, undef, undef, 0.1 while 1;
  ' &
  await test -e ready
}
trap 'kill $(jobs -p) 2>/dev/null' EXIT
start
await pgrep -x prometheus
echo 'scrape_configs: []' >p.yml
stub promtool <<'EOF'
[[ "$1 $2" == 'check config' && $# == 3 ]] || exit 1
if grep -q bad "$3"; then echo '  FAILED: parsing YAML file' >&2; exit 1; fi
echo '  SUCCESS: 0 rule files found'
EOF
stub sleep <<<'[ ! -e late ] || mv late metrics; /bin/sleep 0.1'
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
  'GET metrics') [[ ! -e mute ]] || exit 22
    if [[ -e looks ]]; then n=$(<looks); ((n > 0)) || { echo 'curl: (7) Failed to connect' >&2; exit 7; }; echo $((n - 1)) >looks; fi
    cat metrics ;;
  'GET api/v1/status/flags') cat flags ;;
  'POST -/reload')
    [[ ! -e refuses ]] || { echo 'curl: (22) The requested URL returned error: 500' >&2; exit 22; }
    [[ ! -e dies ]] || touch down
    cp after metrics ;;
  *) exit 22 ;;
esac
EOF
metrics() { printf 'prometheus_config_last_reload_success_timestamp_seconds %s\nprometheus_config_last_reload_successful %s\n' "$1" "$2"; }
flags() { printf '{"data":{"config.file":"%s","web.enable-lifecycle":"%s"}}' "$1" "$2" >flags; }
fresh() { metrics 1.7e+09 1 >metrics; metrics 1.8e+09 1 >after; rm -f hup; : >"$STUB_LOG"; }
fresh; flags "$PWD/p.yml" true
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'it checks' grep -qx "checked: $PWD/p.yml and its rule files" <<<"$out"
check 'and tells what promtool found, which may be no rule at all' grep -qx '  SUCCESS: 0 rule files found' <<<"$out"
check 'a dry run reloads nothing' test -z "$(calls reload)"
run
check 'it succeeds' grep -qx "reloaded: Prometheus at http://localhost:9090 reads $PWD/p.yml" <<<"$out"
check 'by the API' test -n "$(calls 'POST .*http://localhost:9090/-/reload')" -a ! -e hup
fresh; flags p.yml false
run --timeout 0300
check 'by a signal when that is off' test "$status" -eq 0 -a -e hup -a -z "$(calls reload)"
fresh; flags p.yml true; metrics 1.7e+09 0 >after
run
check 'a configuration that is not taken is a failure' test "$status" -eq 1
check 'which is said' grep -q 'goes on with the former one' <<<"$err"
fresh; flags p.yml false; metrics 1.7e+09 0 >metrics; cp metrics after; metrics 1.8e+09 1 >late
run
check 'after one that failed before, the present one is waited for' test "$status:$(grep -c '^reloaded: ' <<<"$out")" = 0:1
fresh; metrics 1.7e+09 0 >metrics; cp metrics after
run --timeout 2
check 'which may fail, too' test "$status:$(grep -c 'not taken the configuration after 2 s' <<<"$err")" = 1:1
fresh; flags p.yml true; metrics 1.7e+09 1 >after
run --timeout 010
check 'one that takes too long is a failure' test "$status:$(grep -c 'after 10 s' <<<"$err"):$(calls 'metrics' | wc -l)" = 1:1:22
fresh; touch dies; run; rm dies down
check 'one that does not answer afterwards is a failure' test "$status" -eq 1
fresh; touch refuses; run; rm refuses
check 'a reload that is refused is a failure' test "$status:$(grep -c 'did not take the configuration: curl' <<<"$err")" = 1:1
fresh; touch mute; run; rm mute
check 'without metrics it is refused' test "$status:$(calls reload):$(grep -c 'no metrics' <<<"$err")" = 3::1
fresh; echo 1 >looks; run
check 'a server that answers no second time is refused' test "$status:$(calls reload):$(grep -c 'no metrics' <<<"$err")" = 3::1
fresh; metrics 1.7e+09 1 >after; echo 3 >looks; run; rm looks
check 'one that goes while it is waited for is a failure' test "$status:$(grep -c 'does not answer after the reload' <<<"$err")" = 1:1
fresh; : >metrics; run
check 'without the metric it is refused' test "$status:$(calls reload)" = 3:
fresh; echo bad >p.yml; run
check 'a faulty file is a failure' test "$status:$(calls reload)" = 1:
check 'what promtool says is passed on' grep -q 'FAILED: parsing' <<<"$err"
flags nowhere.yml true; run
check 'a file that is not there is refused' test "$status" -eq 3
echo '<html>' >flags; run
check 'another program at the address is refused' test "$status" -eq 3
stub readlink <<<'[[ $1 != /proc/*/cwd ]] || exit 1; exec /bin/readlink "$@"'
flags p.yml true; run; rm .stubs/readlink
check 'one whose directory cannot be seen is refused' test "$status:$(calls reload):$(grep -c 'the directory of process [0-9]* cannot be seen' <<<"$err")" = 3::1
touch down; run; rm down
check 'one that does not answer is refused' test "$status:$(grep -c 'no answer' <<<"$err")" = 3:1
flags . true; run
check 'a directory is no file' test "$status" -eq 3
flags p.yml true
flags p.yml true; echo >p.yml
start; two() { [[ $(pgrep -cx prometheus) == 2 ]]; }; await two
run
check 'of several none is reloaded' test "$status:$(calls reload)" = 3:
kill $(jobs -p); none() { ! pgrep -x prometheus; }; await none
run
check 'none that runs is refused' test "$status" -eq 3
run --timeout 0
check 'no time is refused' test "$status" -eq 2
run --url http://prom.example.org:9090
check 'another host is refused' test "$status" -eq 2
run --url 'http://localhost:9090/$(touch pwned)'
check 'a hostile address is refused' test "$status" -eq 2 -a ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
