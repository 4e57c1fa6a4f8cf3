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
stub sleep <<<'if [ -e later ]; then . ./later; fi'

unit app.service MemoryMax=infinity MemoryCurrent=524288000 ActiveState=active
unit idle.service MemoryMax=infinity MemoryCurrent='[not set]' ActiveState=inactive
unit gone.service LoadState=masked MemoryMax=infinity
on set-property 'echo "${last#MemoryMax=}" >"units/${names[0]}/MemoryMax"'
run --service app --memory 1024 --dry-run
check 'a dry run says what it would do' grep -qx 'would set: MemoryMax=1024 MiB for app.service' <<<"$out"
check 'a dry run changes nothing' grep -qx infinity units/app.service/MemoryMax
check 'the use is told' grep -qx 'app.service: limit no limit (MemoryMax=infinity), in use 500 MiB' <<<"$out"
run --service app --memory 01024
check 'it succeeds' test "$status" -eq 0
check 'the limit is set in bytes' grep -qx 1073741824 units/app.service/MemoryMax
check 'it says so' grep -qx 'set: app.service may use 1024 MiB (before: no limit); swap does not count (MemorySwapMax limits that)' <<<"$out"
run --service app --memory 1024
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
check 'and sets nothing' test "$(calls '^systemctl set-property' | wc -l)" -eq 1
for memory in 15 x; do
  run --service idle --memory $memory
  check "a limit of $memory is refused" test "$status" -eq 2
done
check 'and that a number is wanted is told' grep -q -e '--memory takes a whole number' <<<"$err"
run --service idle --memory 15
check 'and why' grep -q 'would let nothing start' <<<"$err"
run --service idle --memory 16 --dry-run
check '16 MiB are allowed' test "$status" -eq 0
for name in web.slice web.scope; do
  unit $name MemoryMax=infinity
  run --service $name --memory 64 --dry-run
  check "$name has processes" test "$status" -eq 0
done
unit umbrella.service ActiveState=active SubState=exited MemoryMax=infinity
run --service umbrella --memory 64
check 'a unit that only stands for others has no process either' test "$status:$(grep -c 'such as umbrella@NAME.service' <<<"$err"):$(cat units/umbrella.service/MemoryMax)" = 3:1:infinity
unit web.timer
run --service web.timer --memory 64 --dry-run
check 'a timer has none' grep -q 'has no processes to limit' <<<"$err"
run --service app --memory 551 --dry-run
check 'a tenth more than what it uses is enough' test "$status" -eq 0
run --service app --memory 550 --dry-run
check 'and needed' grep -q 'uses 500 MiB now; with 550 MiB' <<<"$err"
run --service app --memory 520
check 'a limit near what it uses is refused' test "$status" -eq 3
check 'and not set' grep -qx 1073741824 units/app.service/MemoryMax
run --service app --memory 400 --force yes
check 'the limit of before is told' grep -qx 'set: app.service may use 400 MiB (before: 1024 MiB); swap does not count (MemorySwapMax limits that)' <<<"$out"
check 'unless it is forced' grep -qx 419430400 units/app.service/MemoryMax
run --service idle --memory 256
check 'a service that does not run gets its limit' grep -qx 268435456 units/idle.service/MemoryMax
run --service gone --memory 256
check 'a masked unit is refused' test "$status" -eq 3
run --service nowhere --memory 256
check 'a unit that does not exist is refused' grep -q 'no such unit: nowhere.service' <<<"$err"
on show 'exit 1'
run --service app --memory 2048
check 'without systemd it is refused' grep -q 'systemd does not answer' <<<"$err"
rm on-show
unit app.service ActiveState=failed Result=oom-kill
on set-property 'echo "${last#MemoryMax=}" >"units/${names[0]}/MemoryMax"'
run --service app --memory 2048
check 'a service that fails then is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "is failed now: oom-kill" <<<"$2"' _ "$status" "$err"
echo 'echo failed >units/app.service/ActiveState' >later
unit app.service ActiveState=active Result=oom-kill MemoryMax=infinity
run --service app --memory 2048
check 'so is one that fails a moment later' test "$status:$(grep -c 'is failed now: oom-kill' <<<"$err")" = 1:1
echo 'echo 813 >units/app.service/MainPID' >later
unit app.service ActiveState=active MainPID=812 MemoryMax=infinity
run --service app --memory 2048
check 'and one that was killed and runs again' test "$status:$(grep -c 'the main process of app.service ended, with state active' <<<"$err")" = 1:1
echo 'echo 813 >units/idle.service/MainPID' >later
unit app.service ControlGroup=/system.slice/app.service
for file in sys/fs/cgroup/system.slice/app.service/memory.max sys/fs/cgroup/memory/system.slice/app.service/memory.limit_in_bytes; do
  mkdir -p "${file%/*}"
  for held in 9223372036854771712 2147483648; do
    echo $held >$file
    unit app.service MemoryMax=infinity
    run --service app --memory 2048 --sys-root sys
    check "what the kernel holds counts: $held in $file" test "$status" -eq $((held == 2147483648 ? 0 : 1))
  done
  rm $file
done
unit app.service MemoryMax=infinity
run --service app --memory 2048 --sys-root sys
check 'a kernel that has no limit for it holds none' test "$status:$(grep -c 'its limit: none' <<<"$err")" = 1:1
run --service app --memory 2048 --sys-root sys
check 'nor does it the second time' test "$status:$(grep -c 'its limit: none' <<<"$err"):$(grep -c '^nothing to change' <<<"$out")" = 1:1:0
rm units/app.service/ControlGroup
unit idle.service ActiveState=inactive MainPID=0 MemoryMax=infinity
run --service idle --memory 2048
check 'one that is only started then is not' test "$status" -eq 0
rm later
unit app.service ActiveState=active MemoryMax=infinity
on set-property ':'
run --service app --memory 2048
check 'a limit that does not take is a failure' test "$status" -eq 1
mkdir -p d/app.service.d
for each in '10-low.conf:MemoryMax=1G:0' 'override.conf:CPUQuota=20%:0' 'override.conf:MemoryMax=1G:3' '50-memory.conf:MemoryMax=1G:3' '60-x.conf: MemoryLimit = 1G:3'; do
  IFS=: read -r name line want <<<"$each"
  printf '[Service]\n%s\n' "$line" >"d/app.service.d/$name"
  unit app.service DropInPaths="d/app.service.d/gone.conf d/app.service.d/$name"
  run --service app --memory 2048 --dry-run
  check "a drop-in $name with $line" test "$status:$(grep -c "app.service.d/$name sets it too" <<<"$err")" = "$want:$((want / 3))"
done
unit app.service DropInPaths=
check 'their names are compared byte by byte, whatever the locale' grep -q ' LC_ALL=C' "$SCRIPT"
on set-property 'exit 1'
run --service app --memory 2048
check 'a limit that is not taken is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "did not take the limit" <<<"$2"' _ "$status" "$err"
stub id <<<'echo 1000'
run --service app --memory 2048
check 'without root it is refused' test "$status" -eq 3
run --service app
check 'a limit is needed' test "$status" -eq 2
run --service app --memory 0
check 'a limit of nothing is refused' test "$status" -eq 2
run --service app --memory '9$(touch pwned)'
check 'a hostile limit is refused' test "$status" -eq 2

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
