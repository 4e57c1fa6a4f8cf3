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

unit cups.service LoadState=masked UnitFileState=masked ActiveState=inactive
on unmask 'put LoadState loaded; put UnitFileState disabled'
run --service cups --dry-run
check 'a dry run names the unit' grep -qx 'would unmask: cups.service (masked)' <<<"$out"
check 'a dry run changes nothing' grep -qx masked units/cups.service/LoadState
run --service cups
check 'it succeeds' test "$status" -eq 0
check 'the mask is gone' grep -qx loaded units/cups.service/LoadState
check 'the state is told' grep -qx 'unmasked: cups.service, at boot: disabled, now: inactive' <<<"$out"
check 'a lasting mask is removed' calls '^systemctl unmask -- cups.service$'
run --service cups
check 'a second run succeeds' test "$status" -eq 0
check 'and changes nothing' test "$(calls '^systemctl unmask' | wc -l)" -eq 1
unit cups.service LoadState=masked UnitFileState=masked-runtime
on unmask 'case "$*" in *--runtime*) put LoadState loaded ;; esac'
run --service cups
check 'a mask until the next boot is removed' calls '^systemctl unmask --runtime -- cups.service$'
unit cups.service LoadState=masked UnitFileState=masked
on unmask ':'
run --service cups
check 'a mask that stays is a failure' test "$status" -eq 1
on unmask 'put LoadState not-found'
run --service cups
check 'a unit without a file is pointed out' grep -q 'has no unit file' <<<"$err"
check 'and is a failure' test "$status" -eq 1
unit cups.service LoadState=masked UnitFileState=masked
on unmask 'put LoadState bad-setting; put UnitFileState disabled'
run --service cups
check 'one that cannot be loaded cannot be started either' test "$status:$(grep -c 'systemd cannot load cups.service' <<<"$err")" = 1:1
unit dev-sda3.swap LoadState=masked UnitFileState=masked
on unmask 'put LoadState loaded; put UnitFileState disabled'
run --service dev-sda3.swap
check 'a swap unit is one by its own name' test "$status:$(grep -c '^unmasked: dev-sda3.swap, ' <<<"$out")" = 0:1
unit cups.service LoadState=masked UnitFileState=masked
on unmask 'exit 1'
run --service cups
check 'an unmask that fails is a failure' test "$status" -eq 1
unit cups.service LoadState=loaded UnitFileState=masked
on unmask ':'
run --service cups
check 'a mask on disk that stays is a failure, whatever is loaded' bash -c '[ "$1" = 1 ] && grep -q "still masked" <<<"$2"' _ "$status" "$err"
on unmask 'put UnitFileState disabled'
run --service cups
check 'one that systemd has not read yet is removed' test "$status:$(cat units/cups.service/UnitFileState)" = 0:disabled
unit cups.service LoadState=masked UnitFileState=masked
stub id <<<'echo 1000'
run --service cups
check 'without root it is refused' test "$status" -eq 3
run --service nowhere
check 'a unit that does not exist is refused' test "$status:$(grep -c 'no such unit: nowhere.service' <<<"$err")" = 3:1
on show 'exit 1'
run --service cups
check 'a host where systemd does not answer is refused' test "$status:$(grep -c 'systemd does not answer' <<<"$err")" = 3:1
rm on-show

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
