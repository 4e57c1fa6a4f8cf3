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

unit a.service ActiveState=failed Result=exit-code
unit b.mount ActiveState=failed Result=timeout
unit c.service ActiveState=inactive Result=success
on list-units 'for d in units/*; do grep -qx failed "$d/ActiveState" && printf "%s loaded failed failed Some text\n" "${d#units/}"; done; true'
on reset-failed 'for n in "${names[@]}"; do last=$n; put ActiveState inactive; put Result success; done'
run --dry-run
check 'a dry run lists what failed' grep -qx 'b.mount: failed, result timeout' <<<"$out"
check 'it counts them' grep -qx 'would reset: 2 units' <<<"$out"
check 'a dry run changes nothing' test -z "$(calls '^systemctl reset')"
run --service a
check 'one is reset' bash -c '[ "$1" = 0 ] && grep -qx inactive units/a.service/ActiveState' _ "$status"
check 'the other is left alone' grep -qx failed units/b.mount/ActiveState
check 'its failure was told' grep -qx 'a.service: failed, result exit-code' <<<"$out"
run
check 'all are reset' grep -qx 'reset: 1 units; none of them was started' <<<"$out"
run
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && [ "$2" = "no unit is failed" ]' _ "$status" "$out"
run --service c.service
check 'the counter of one that is not failed is reset' calls '^systemctl reset-failed -- c.service$'
unit data.automount ActiveState=inactive Result=success
run --service data.automount
check 'a unit of another kind is taken by its name' calls '^systemctl reset-failed -- data.automount$'
check 'nothing is started' test -z "$(calls 'systemctl (re)?start')"
unit a.service ActiveState=failed
on reset-failed ':'
run
check 'one that stays failed is a failure' bash -c '[ "$1" = 1 ] && grep -qx "still failed: a.service" <<<"$(head -n 1 <<<"$2")"' _ "$status" "$err"
on reset-failed 'echo "Failed to reset failed state of unit c.service: Unit c.service not loaded." >&2; exit 1'
run --service c
check 'one of which systemd keeps nothing needs no reset' test "$status:$out" = '0:c.service: inactive, result success
nothing to reset: systemd remembers no failure and no start of c.service'
unit b.mount ActiveState=failed
run
check 'of several that is a failure' test "$status:$(grep -c 'not loaded' <<<"$err")" = 1:1
on reset-failed 'exit 1'
run
check 'a reset that fails is a failure' test "$status" -eq 1
stub id <<<'echo 1000'
run
check 'without root it is refused' test "$status" -eq 3
run --service nowhere
check 'a unit that does not exist is refused' test "$status" -eq 3
on list-units 'exit 1'
run
check 'a host without systemd is refused' test "$status" -eq 3
run --service 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
