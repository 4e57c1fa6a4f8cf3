#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant 8ac74cf5: a number is above 0 whatever it is read in

# unit NAME PROPERTY=VALUE…: a unit that the systemctl of this test knows.
unit() {
  local dir=units/$1 pair
  mkdir -p "$dir"
  printf '%s\n' "$1" >"$dir/Id"
  [[ -e $dir/LoadState ]] || printf 'loaded\n' >"$dir/LoadState"
  for pair in "${@:2}"; do printf '%s\n' "${pair#*=}" >"$dir/${pair%%=*}"; done
}
# on VERB CODE: what that verb of systemctl does; `put` sets a property of the unit named last.
on() { printf '%s\n' "$2" >"on-$1"; }
stub systemctl <<'EOF'
put() { printf '%s\n' "$2" >"units/${last:-$unit}/$1"; }
verb='' names=() properties=()
for word; do
  case $word in
    --property=*) IFS=, read -r -a more <<<"${word#*=}"; properties+=("${more[@]}") ;;
    --) ;;
    --no-pager | --plain | --no-legend | --full | --all | --quiet | --runtime | --failed | --reverse | --type=* | --state=*) ;;
    -*) echo "systemctl: unrecognized option '$word'" >&2; exit 1 ;;
    *) if [ -z "$verb" ]; then verb=$word; else names+=("$word"); fi ;;
  esac
done
last=''; [ ${#names[@]} = 0 ] || last=${names[-1]}
[ "$verb" = show ] || { if [ -e "on-$verb" ]; then . "./on-$verb"; exit; fi; echo "Unknown command verb $verb." >&2; exit 1; }
if [ -e on-show ]; then . ./on-show; fi
found=()
for name in "${names[@]}"; do
  case $name in
    *'*'*) for dir in units/$name; do [ -d "$dir" ] && found+=("${dir#units/}"); done ;;
    *) found+=("$name") ;;
  esac
done
n=0
for name in "${found[@]}"; do
  [ $((n++)) = 0 ] || echo
  for property in "${properties[@]}"; do
    if [ -d "units/$name" ]; then value=$(cat "units/$name/$property" 2>/dev/null)
    else case $property in Id) value=$name ;; LoadState) value=not-found ;; ActiveState) value=inactive ;; *) value= ;; esac; fi
    printf '%s=%s\n' "$property" "$value"
  done
done
EOF
stub id <<<'echo 0'

unit app.service Restart=no RestartUSec=100ms NeedDaemonReload=no Type=simple
unit once.service Restart=no Type=oneshot
on daemon-reload 'for f in etc/*.d/50-restart.conf; do n=${f#etc/}; n=${n%.d/*}; sed -n "s/^Restart=//p" "$f" >"units/$n/Restart"; sed -n "s/^RestartSec=\(.*\)/\1s/p" "$f" >"units/$n/RestartUSec"; done'
run --service app --policy always --delay 10 --unit-root etc --dry-run
check 'a dry run shows the file' grep -qx 'Restart=always' <<<"$out"
check 'a dry run writes nothing' test ! -e etc
run --service app --policy always --delay 010 --unit-root etc
check 'it succeeds' test "$status" -eq 0
check 'the drop-in is written' test "$(cat etc/app.service.d/50-restart.conf)" = $'[Service]\nRestart=always\nRestartSec=10'
check 'nothing else is left there' test "$(ls etc/app.service.d)" = 50-restart.conf
check 'systemd reads it' calls '^systemctl daemon-reload$'
check 'of a limit of starts nothing is told where there is none' test "$(grep -c ^note <<<"$out")" -eq 0
check 'the effect is told' grep -qx 'set: Restart=always RestartUSec=10s for app.service, in etc/app.service.d/50-restart.conf' <<<"$out"
check 'the former policy too' grep -qx 'before: Restart=no RestartUSec=100ms' <<<"$out"
run --service app --policy always --delay 10 --unit-root etc
check 'no limit is told where there is none' test -z "$(grep ^note <<<"$out")"
unit app.service RestartUSec=2s
run --service app --policy always --delay 10 --unit-root etc
check 'a delay that does not hold yet is something to do' test -z "$(grep '^nothing to change' <<<"$out")"
for change in Restart=no NeedDaemonReload=yes; do
  unit app.service "$change"; : >"$STUB_LOG"
  run --service app --policy always --delay 10 --unit-root etc
  check "so is $change" test "$(calls '^systemctl daemon-reload' | wc -l)" -eq 1
  unit app.service NeedDaemonReload=no
done
rm etc/app.service.d/50-restart.conf
run --service app --policy always --delay 10 --unit-root etc
check 'so is a drop-in that is not there' test -e etc/app.service.d/50-restart.conf
unit app.service StartLimitBurst=5 StartLimitIntervalUSec=10s
run --service app --policy always --delay 3600 --unit-root etc
check 'a delay of an hour is understood' grep -q 'RestartUSec is 3600s, not 1h' <<<"${err/RestartSec/RestartUSec}"
on daemon-reload 'for f in etc/*.d/50-restart.conf; do n=${f#etc/}; n=${n%.d/*}; sed -n "s/^Restart=//p" "$f" >"units/$n/Restart"; sed -n "s/^RestartSec=90$/1min 30s/p; s/^RestartSec=\([0-9]\{1,2\}\)$/\1s/p" "$f" | head -n 1 >"units/$n/RestartUSec"; done'
run --service app --policy always --delay 90 --unit-root etc
check 'so are minutes' test "$status" -eq 0
check 'when systemd gives up is told' grep -qx 'note: systemd gives up when it starts more than 5 times within 10s' <<<"$out"
for delay in '59 59s' '60 1min' '61 1min 1s' '3599 59min 59s' '3600 1h'; do
  on daemon-reload "sed -n 's/^Restart=//p' etc/app.service.d/50-restart.conf >units/app.service/Restart; echo '${delay#* }' >units/app.service/RestartUSec"
  run --service app --policy always --delay "${delay%% *}" --unit-root etc
  check "systemd writes ${delay/ / s as }" test "$status" -eq 0
done
unit app.service StartLimitIntervalUSec=0
run --service app --policy on-failure --delay 3600 --unit-root etc
check 'a limit that is off is not told' test "$status:$(grep -c ^note <<<"$out")" = 0:0
unit app.service StartLimitIntervalUSec=10s
on daemon-reload 'for f in etc/*.d/50-restart.conf; do n=${f#etc/}; n=${n%.d/*}; sed -n "s/^Restart=//p" "$f" >"units/$n/Restart"; sed -n "s/^RestartSec=\(.*\)/\1s/p" "$f" >"units/$n/RestartUSec"; done'
run --service app --policy never --delay 10 --unit-root etc
check 'but not of a service that it never starts' test -z "$(grep ^note <<<"$out")"
run --service app --policy always --delay 10 --unit-root etc
run --service app --policy always --delay 10 --unit-root etc
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
run --service app --unit-root etc
check 'on-failure is the default' grep -qx on-failure units/app.service/Restart
check 'the former content is told' grep -qx 'Restart=always' <<<"$out"
mkdir -p units/other.service; cp units/app.service/* units/other.service/
run --service other --policy always --delay 20 --unit-root etc --dry-run
check 'by another name it is that of the unit itself' grep -qx 'would write etc/app.service.d/50-restart.conf:' <<<"$out"
run --service once --policy always --unit-root etc
check 'a oneshot is not restarted always' test "$status" -eq 3
unit many.service Restart=no Type=oneshot ConsistsOf='many@a.service many@b.service'
run --service many --unit-root etc
check 'one that only stands for others is refused, and those are named' test "$status:$(grep -c 'what belongs to it: many@a.service many@b.service$' <<<"$err"):$(ls etc | grep -c many)" = 3:1:0
unit app.service ConsistsOf=helper.service
run --service app --policy always --delay 10 --unit-root etc --dry-run
check 'one that others belong to and that runs itself is not' test "$status" -eq 0
unit app.service ConsistsOf=
on daemon-reload ':'
run --service app --policy never --unit-root etc
check 'a policy that does not take is a failure' test "$status:$(grep -c 'Restart is on-failure, not no' <<<"$err")" = 1:1
on daemon-reload 'if grep -qx Restart=no etc/*.d/50-restart.conf 2>/dev/null; then echo bad-setting; else echo loaded; fi >units/app.service/LoadState'
printf '[Service]\nRestart=on-failure\nRestartSec=7\n' | tee former >etc/app.service.d/50-restart.conf
run --service app --policy never --delay 10 --unit-root etc
check 'a unit that cannot be used with it is a failure' test "$status:$(grep -c 'app.service was bad-setting with the policy, so etc/app.service.d/50-restart.conf was taken back (now: loaded)' <<<"$err")" = 1:1
check 'and has its former drop-in again' cmp former etc/app.service.d/50-restart.conf
rm etc/app.service.d/50-restart.conf
run --service app --policy never --delay 10 --unit-root etc
check 'or none, as before' test "$status:$(cat units/app.service/LoadState):$(ls etc/app.service.d)" = 1:loaded:
on daemon-reload '[ ! -e reloads ] || exit 1; touch reloads; echo bad-setting >units/app.service/LoadState'
run --service app --policy never --delay 10 --unit-root etc
check 'when that cannot be read again it is told' test "$status:$(grep -c 'which is taken back, but systemd could not reload' <<<"$err"):$(ls etc/app.service.d)" = 1:1:
cp former etc/app.service.d/50-restart.conf; unit app.service LoadState=bad-setting
run --service app --unit-root etc
check 'one that cannot be used is refused' test "$status:$(grep -c 'app.service is bad-setting$' <<<"$err")" = 3:1
unit app.service LoadState=loaded
on daemon-reload 'exit 1'
run --service app --policy never --unit-root etc
check 'a reload that fails is a failure' test "$status" -eq 1
run --service nowhere --unit-root etc
check 'a unit that does not exist is refused' test "$status:$(grep -c 'no such unit: nowhere.service' <<<"$err")" = 3:1
unit app.timer
run --service app.timer --unit-root etc
check 'so is what is no service' test "$status:$(grep -c 'app.timer is no service' <<<"$err")" = 2:1
echo >file
run --service app --unit-root file
check 'a folder that cannot be made is a failure' test "$status:$(grep -c 'could not make file/app.service.d' <<<"$err")" = 1:1
on show 'exit 1'
run --service app --unit-root etc
check 'a host where systemd does not answer is refused' test "$status:$(grep -c 'systemd does not answer' <<<"$err")" = 3:1
rm on-show
stub id <<<'echo 1000'
run --service once --unit-root etc
check 'without root it is refused' bash -c '[ "$1" = 3 ] && [ ! -e etc/once.service.d ]' _ "$status"
run --service app --policy sometimes --unit-root etc
check 'a bad policy is refused' test "$status" -eq 2
run --service app --delay '5; touch pwned' --unit-root etc
check 'a bad delay is refused' test "$status" -eq 2
for delay in 0 3601; do
  run --service app --delay "$delay" --unit-root etc
  check "so is one of $delay seconds" test "$status" -eq 2
done

run
check 'a service must be named' test "$status" -eq 2
run --service 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --service '$(touch pwned)'
check 'a substitution is no name' test "$status" -eq 2
run --service --dry-run
check 'an option is no name' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
