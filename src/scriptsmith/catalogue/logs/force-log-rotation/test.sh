#!/usr/bin/env bash
. "$HARNESS"

# It rotates app.log of the scratch directory when not asked to debug, and keeps what it was given.
stub logrotate <<'BODY'
config=${*: -1}
sed '/^include /d' "$config" >given
sed -n 's/^include //p' "$config" | while IFS= read -r file; do cat -- "$file"; done >>given
[ -z "${DATED:-}" ] || { echo 'error: destination /x/app.log-20261123 already exists, skipping rotation' >&2; exit 1; }
[ -z "${BAD_CONFIG:-}" ] || { echo 'error: given:3 unknown option' >&2; exit 0; }
[ "$1" = --debug ] && { echo 'log needs rotating' >&2; exit 0; }
[ -z "${FAILS:-}" ] || { echo 'error: could not rename' >&2; exit 1; }
[ -s app.log ] || { echo 'log does not need rotating (log is empty)' >&2; exit 0; }
printf 'renaming %s/app.log.1 to %s/app.log.2 (rotatecount 4, logstart 1, i 1), \n' "$PWD" "$PWD" >&2
printf 'renaming %s/app.log to %s/app.log.1\n' "$PWD" "$PWD" >&2
mv app.log app.log.1
: >app.log
echo '  log needs rotating' >&2
BODY
stub id <<'BODY'
printf '%s\n' "${FAKE_UID:-0}"
BODY

mkdir conf.d
printf 'lines\n' >app.log
cat >main.conf <<'CONF'
# weekly {rotation}
weekly
rotate 4
include conf.d
compress
/var/log/wtmp {
  rotate 1
  missingok
}
"/var/log/some other"
/var/log/btmp
{
  rotate 7
}
CONF
printf '%s {\n  notifempty\n}\n' "$PWD/app.log" >'conf.d/my app'

run --config-file 'conf.d/my app' --defaults main.conf --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run only lets logrotate debug' bash -c 'grep -q -- --debug .stub-log && ! grep -q -- --verbose .stub-log'
check 'a dry run changes nothing' test "$(cat app.log)" = lines
check 'and says of which configuration it tells' grep -qx 'would rotate the logs of conf.d/my app as above' <<<"$out"

run --config-file 'conf.d/my app' --defaults main.conf
check 'it succeeds' test "$status" -eq 0
check 'the log is rotated' test "$(cat app.log.1)" = lines
check 'rotation is forced' calls '--force'
check 'it counts' grep -q '^1 logs of conf.d/my app rotated$' <<<"$out"
check 'of logs that are there nothing is noted' test -z "$err"
check 'the global settings are kept' test "$(grep -cE '^(weekly|rotate 4|compress)$' given)" -eq 3
check 'the configuration is given' grep -q 'app.log {' given
check 'other logs and includes are not' bash -c '! grep -qE "include|wtmp|btmp|other|rotate [17]|missingok" given'

run --config-file 'conf.d/my app' --defaults main.conf
check 'nothing to rotate is told, and no failure' bash -c '[ "$1" -eq 0 ] && grep -q "^0 logs" <<<"$2"' _ "$status" "$out"
check 'with what it may come from' test "$err" = 'note: its logs are missing, or are empty and set to be kept then (notifempty)'
cp main.conf 'main one.conf'
run --config-file 'conf.d/my app' --defaults 'main one.conf'
check 'the main configuration may have a blank in its name' test "$status:$(grep -cx weekly given)" = 0:1
stub sleep <<<'[ ! -e .reopens ] || exec 7>>app.log; [ ! -e .reopens ] || kill "$(cat .reopens)"; exit 0'
printf 'lines\n' >app.log
/bin/sleep 60 >>app.log &
writer=$!
/bin/sleep 60 <app.log &
reader=$!
run --config-file 'conf.d/my app' --defaults main.conf
check 'a program that still writes to the old log is a failure, and is named' test "$status:$(grep -c "the old log open for writing and did not open the new one: $writer (sleep); reload" <<<"$err")" = 1:1
check 'which is told after some seconds only' test "$(calls '^sleep 1$' | wc -l)" -eq 5
kill "$writer"; wait "$writer" 2>/dev/null
printf 'lines\n' >app.log
/bin/sleep 60 >>app.log &
echo "$!" >.reopens
run --config-file 'conf.d/my app' --defaults main.conf
check 'one that lets go of it after a moment is none, nor is one that reads it' test "$status:$err" = 0:
rm .reopens; kill "$reader"
printf 'lines\n' >app.log
export FAILS=1
run --config-file 'conf.d/my app' --defaults main.conf
check 'a failure is told' test "$status" -eq 1
unset FAILS
export BAD_CONFIG=1
run --config-file 'conf.d/my app' --defaults main.conf
check 'an error in words is a failed precondition' test "$status" -eq 3
check 'and nothing is rotated then' test "$(cat app.log)" = lines
unset BAD_CONFIG
export DATED=1
run --config-file 'conf.d/my app' --defaults main.conf
check 'a log that was rotated today under its date is told' bash -c '[ "$1" -eq 3 ] && grep -q "rotated already" <<<"$2"' _ "$status" "$err"
unset DATED
export FAKE_UID=1000
run --config-file 'conf.d/my app' --defaults main.conf
check 'without root it is refused' test "$status" -eq 3
unset FAKE_UID

run --config-file conf.d/nowhere --defaults main.conf
check 'a missing configuration is refused' test "$status:$err" = '3:force-log-rotation: no such configuration, or not readable: conf.d/nowhere'
run --config-file ./conf.d --defaults main.conf
check 'a directory is no configuration' test "$status:$err" = '3:force-log-rotation: no such configuration, or not readable: ./conf.d'
for main in nowhere conf.d; do
  run --config-file 'conf.d/my app' --defaults "$main"
  check "nor is it without a main one ($main)" test "$status:$err" = "3:force-log-rotation: no main configuration, or not readable: $main"
done
run --config-file 'conf.d/my app' --defaults ''
check 'an empty name of that is refused' test "$status" -eq 2
run --config-file ./main.conf --defaults main.conf
check 'the main configuration is refused' test "$status" -eq 2
run --defaults main.conf
check 'no configuration is refused' test "$status" -eq 2
run --config-file './$(touch pwned); touch pwned' --defaults main.conf
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"
finish
