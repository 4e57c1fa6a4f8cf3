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

unit web.service ActiveState=failed Requires='db.service sysinit.target' Wants=network-online.target RequiredBy=shop.service WantedBy=multi-user.target TriggeredBy=web.socket Conflicts=shutdown.target PartOf=site.target After='network.target db.service' Before=front.service
unit cart.service ActiveState=active BoundBy=shop.service
unit till.service ActiveState=inactive
unit db.service ActiveState=failed
unit sysinit.target ActiveState=active
unit network-online.target ActiveState=inactive
unit shop.service ActiveState=active RequiredBy='cart.service web.service' ConsistsOf=till.service
unit multi-user.target ActiveState=active
unit lone.service ActiveState=active
run --service web
check 'it succeeds' test "$status" -eq 0
check 'the unit itself is told' grep -qx 'web.service is failed' <<<"$out"
check 'that only what units say is seen is told' grep -qx 'as the files of loaded units say; a program that uses it without saying so there is not seen' <<<"$out"
check 'what it needs and is down is marked' grep -Eqx '  db.service +failed +Requires  <- NOT ACTIVE' <<<"$out"
check 'what it needs and runs is not' grep -Eqx '  sysinit.target +active +Requires' <<<"$out"
check 'what it only wants is not' grep -Eqx '  network-online.target +inactive +Wants' <<<"$out"
check 'what needs it is listed' grep -q 'shop.service' <<<"$(grep -A 1 '^need it' <<<"$out")"
check 'what wants it too' grep -q 'multi-user.target' <<<"$(grep -A 1 '^want it' <<<"$out")"
check 'what may start it too' grep -q 'web.socket' <<<"$(grep -A 1 '^may start it' <<<"$out")"
check 'what goes down in turn' test "$(sed -n '/^go down in turn/,/^[a-z]/p' <<<"$out" | awk '/^ / { print $1, $2 }' | paste -sd,)" = 'cart.service active,till.service inactive'
check 'what it goes down with' grep -q 'site.target' <<<"$(grep -A 1 '^it goes down with' <<<"$out")"
check 'what it starts after' grep -q 'network.target' <<<"$(grep -A 1 '^it starts after' <<<"$out")"
check 'and before' grep -q 'front.service' <<<"$(grep -A 1 '^it starts before' <<<"$out")"
check 'they are counted' grep -qx '1 units that it needs are not active' <<<"$out"
run --service lone.service
check 'none is no failure' bash -c '[ "$1" = 0 ] && grep -qx "it has no dependencies" <<<"$2"' _ "$status" "$out"
check 'nothing is changed' test -z "$(calls 'systemctl (stop|start|add)')"
run --service nowhere
check 'a unit that does not exist is refused' test "$status" -eq 3
on show 'exit 1'
run --service web
check 'a host without systemd is refused' test "$status" -eq 3

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
