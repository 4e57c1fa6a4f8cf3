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
verb='' names=() properties=() all=false
for word; do
  case $word in
    --all) all=true ;;
    --property=*) IFS=, read -r -a more <<<"${word#*=}"; properties+=("${more[@]}") ;;
    --) ;;
    --no-pager | --plain | --no-legend | --full | --quiet | --runtime | --failed | --reverse | --type=* | --state=*) ;;
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
    *'*'*) for dir in units/$name; do # units that are down are in a pattern only when all are asked for
      [ -d "$dir" ] && { $all || [ "$(cat "$dir/ActiveState")" != inactive ]; } && found+=("${dir#units/}")
    done ;;
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

unit a.service NeedDaemonReload=yes ActiveState=active
unit b.service NeedDaemonReload=no ActiveState=active
unit c.timer NeedDaemonReload=yes ActiveState=active
unit d.socket NeedDaemonReload=yes ActiveState=active
unit z.service NeedDaemonReload=yes ActiveState=inactive
on daemon-reload 'for f in units/*/NeedDaemonReload; do echo no >"$f"; done'
run --dry-run
check 'a dry run says what it would do' grep -qx 'would run: systemctl daemon-reload' <<<"$out"
check 'a dry run reloads nothing' test -z "$(calls '^systemctl daemon-reload')"
check 'what changed is listed' grep -qx 'changed on disk: c.timer' <<<"$out"
check 'the last one too' grep -qx 'changed on disk: z.service' <<<"$out"
check 'what did not is not' test "$(grep -c b.service <<<"$out")" -eq 0
run
check 'it succeeds' test "$status" -eq 0
check 'systemd reloads' calls '^systemctl daemon-reload$'
check 'a running service is pointed out' grep -qx 'note: a.service runs with its former settings until it is restarted' <<<"$out"
check 'a socket too, which listens where it did' grep -qx 'note: d.socket runs with its former settings until it is restarted' <<<"$out"
check 'but no timer' test "$(grep -c 'note: c.timer' <<<"$out")" -eq 0
check 'one that is down is not' test "$(grep -c 'note: z' <<<"$out")" -eq 0
run
check 'a second run succeeds' test "$status" -eq 0
check 'and finds nothing changed' grep -q '^no loaded unit has changed' <<<"$out"
unit a.service NeedDaemonReload=yes LoadState=bad-setting
run
check 'a unit that cannot be used any more is a failure' bash -c '[ "$1" = 1 ] && grep -q "^BAD: a.service is bad-setting now" <<<"$2"' _ "$status" "$err"
unit c.timer NeedDaemonReload=yes LoadState=masked
unit a.service NeedDaemonReload=no LoadState=loaded
run
check 'one that was masked is in order' test "$status" -eq 0
unit a.service NeedDaemonReload=yes
on daemon-reload ':'
run
check 'a unit that stays out of date is a failure' bash -c '[ "$1" = 1 ] && grep -q "still out of date: a.service" <<<"$2"' _ "$status" "$err"
on daemon-reload 'exit 1'
run
check 'a reload that fails is a failure' test "$status" -eq 1
stub id <<<'echo 1000'
run
check 'without root it is refused' test "$status" -eq 3
on show 'echo "System has not been booted with systemd as init system (PID 1). Can'\''t operate." >&2; exit 1'
run
check 'a host without systemd is refused' test "$status" -eq 3
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
