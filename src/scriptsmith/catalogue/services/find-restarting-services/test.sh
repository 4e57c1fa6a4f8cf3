#!/usr/bin/env bash
. "$HARNESS"

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

unit app.service NRestarts=41 ActiveState=activating SubState=auto-restart Result=exit-code ExecMainStatus=1
unit db.service NRestarts=2 ActiveState=active SubState=running Result=success ExecMainStatus=0
unit ssh.service NRestarts=0 ActiveState=active SubState=running Result=success ExecMainStatus=0
unit new.service NRestarts=0 ActiveState=activating SubState=auto-restart Result=signal ExecMainStatus=9
unit x.timer NRestarts=9
run
check 'it succeeds' test "$status" -eq 0
check 'the most often restarted comes first' grep -Eqx ' +41  app.service +activating/auto-restart +exit-code +1  WAITS FOR ITS NEXT START' <<<"$(sed -n 2p <<<"$out")"
check 'one that runs again is listed' grep -Eqx ' +2  db.service +active/running +success +0' <<<"$out"
check 'one that waits for the first time too' grep -Eq '^ +0  new.service .* signal +9  WAITS' <<<"$out"
unit db.service StateChangeTimestamp='Sat 2026-11-21 10:00:00 UTC'
run
check 'since when it is as it is is told' grep -Eqx ' +2  db.service +active/running +success +0  since Sat 2026-11-21 10:00:00 UTC' <<<"$out"
check 'one in order is not' test "$(grep -c ssh.service <<<"$out")" -eq 0
check 'only services are looked at' test "$(grep -c timer <<<"$out")" -eq 0
check 'they are counted' grep -q '^3 of 4 services' <<<"$out"
check 'nothing is changed' test -z "$(calls 'systemctl (start|stop|restart|reset)')"
rm -r units/app.service units/db.service units/new.service
run
check 'none is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "none of 1 services was restarted by systemd since it was last started by hand or reset" ]' _ "$status" "$out"
rm -r units/ssh.service
run
check 'no service at all is a failure' test "$status" -eq 1
unit ssh.service ActiveState=active
on show 'echo Id=ssh.service; echo ActiveState=active; exit 0'
run
check 'a systemd that does not count restarts is a failure' bash -c '[ "$1" = 1 ] && grep -q "does not count restarts" <<<"$2"' _ "$status" "$err"
on show 'exit 1'
run
check 'a host without systemd is refused' test "$status" -eq 3
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
