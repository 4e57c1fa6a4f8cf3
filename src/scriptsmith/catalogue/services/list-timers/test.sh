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

unit a.timer Unit=a.service ActiveState=active LastTriggerUSec='Sat 2026-11-21 00:00:00 UTC'
unit b.timer Unit=b-job.service ActiveState=active LastTriggerUSec='Sat 2026-11-21 06:00:00 UTC'
unit c.timer Unit=c.service ActiveState=inactive LastTriggerUSec=n/a
unit a.service Result=success ActiveState=inactive
unit b-job.service Result=exit-code ActiveState=failed
unit c.service Result=success ActiveState=inactive
on list-timers 'cat table'
printf 'NEXT                        LEFT     LAST                        PASSED UNIT    ACTIVATES\nSun 2026-11-22 00:00:00 UTC 4h left  Sat 2026-11-21 00:00:00 UTC 19h ago a.timer a.service\n\n1 timers listed.\n' >table
run
check 'it succeeds' test "$status" -eq 0
check 'the table is shown' grep -q '4h left .* a.timer a.service$' <<<"$out"
check 'inactive ones are asked for' calls '^systemctl list-timers --all'
check 'one that failed is named' grep -qx 'FAILED: b.timer starts b-job.service, which ended with: exit-code (last run Sat 2026-11-21 06:00:00 UTC)' <<<"$out"
check 'one in order is not' test "$(grep -c 'FAILED: [ac]' <<<"$out")" -eq 0
check 'one that never ran is named' grep -qx 'never ran: c.timer (inactive)' <<<"$out"
check 'they are counted' grep -qx '3 timers, 1 of them failed at the last run' <<<"$out"
check 'nothing is started' test -z "$(calls 'start|enable')"
rm -r units
mkdir units
printf '0 timers listed.\n' >table
run
check 'none at all is no failure' bash -c '[ "$1" = 0 ] && grep -qx "0 timers, 0 of them failed at the last run" <<<"$2"' _ "$status" "$out"
on list-timers 'exit 1'
run
check 'a host without systemd is refused' test "$status" -eq 3
on list-timers 'cat table'
on show 'exit 1'
run
check 'a look that fails is a failure' test "$status" -eq 1
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
mkdir none
bash_=$(type -P bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing systemctl is refused' test "$?" -eq 3
check 'nothing hostile ran' test ! -e pwned
finish
