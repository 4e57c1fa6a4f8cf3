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

unit dump.timer Unit=db-dump.service
unit db-dump.service ActiveState=inactive Result=success ExecMainStatus=0 InactiveEnterTimestampMonotonic=0
unit broken.timer Unit=absent.service
on start 'put ActiveState inactive; echo ran >>ran'
run --timer dump --dry-run
check 'a dry run names the job' grep -qx 'would start: db-dump.service, and wait up to 600 s' <<<"$out"
check 'of a job that has not run no result is told' grep -q '^dump.timer starts db-dump.service (how it ended last is not known' <<<"$out"
check 'a dry run starts nothing' test ! -e ran
unit db-dump.service InactiveEnterTimestampMonotonic=4711
run --timer dump --dry-run
check 'of one that has it is' grep -qx 'dump.timer starts db-dump.service (last result: success)' <<<"$out"
run --timer dump
check 'it succeeds' test "$status" -eq 0
check 'the job runs once' test "$(cat ran)" = ran
check 'how it ended is told' grep -qx 'done: db-dump.service ended with success' <<<"$out"
check 'the timer itself is left alone' test -z "$(calls '^systemctl start.*timer')"
on start 'put ActiveState active; put SubState exited'
run --timer dump
check 'a job that remains after its end has ended' grep -qx 'done: db-dump.service ended with success' <<<"$out"
run --timer dump
check 'it is not said to run then' test "$status:$(grep -c 'has ended and remains active' <<<"$err")" = 3:1
unit db-dump.service ActiveState=inactive SubState=dead ConditionResult=no
on start 'put ActiveState inactive'
run --timer dump
check 'a job whose conditions do not hold did not run' bash -c '[ "$1" = 1 ] && grep -q "did not run: a condition" <<<"$2"' _ "$status" "$err"
unit db-dump.service ConditionTimestampMonotonic=0
run --timer dump
check 'what systemd does not remember is not claimed' bash -c '[ "$1" = 0 ] && grep -q "^done: .*not kept while dump.timer is inactive" <<<"$2"' _ "$status" "$out"
unit db-dump.service ConditionResult=yes ConditionTimestampMonotonic=4711
# A job that is no oneshot is started at once; its third look finds it ended.
stub sleep <<<'echo x >>slept; [ "$(wc -l <slept)" -lt 2 ] || printf "failed\n" >units/db-dump.service/ActiveState; [ "$(wc -l <slept)" -lt 2 ] || printf "exit-code\n" >units/db-dump.service/Result'
on start 'put ActiveState active; put SubState running'
run --timer dump
check 'one that is only started is waited for' test "$status:$(wc -l <slept)" = 1:2
check 'and its failure is told' grep -q 'failed: exit-code' <<<"$err"
rm .stubs/sleep
unit db-dump.service ActiveState=inactive Result=success
run --timer dump.timer --timeout 1
check 'one that stays up is told' bash -c '[ "$1" = 1 ] && grep -q "still active after 1 s; it goes on" <<<"$2"' _ "$status" "$err"
run --timer dump
check 'a running job is not started again' test "$status" -eq 3
unit db-dump.service ActiveState=inactive
on start 'put ActiveState failed; put Result exit-code; put ExecMainStatus 17; exit 1'
run --timer dump
check 'a job that fails is a failure' test "$status" -eq 1
check 'with its exit status' grep -q 'exit-code, exit status 17' <<<"$err"
on start 'put ActiveState activating'
stub timeout <<<'shift; "$@"; exit 124'
unit db-dump.service ActiveState=failed Result=exit-code
run --timer dump --timeout 5
check 'one that takes too long is a failure' grep -q 'still activating after 5 s; it goes on' <<<"$err"
run --timer broken
check 'a timer without its job is refused' test "$status" -eq 3
run --timer nowhere
check 'a timer that does not exist is refused' test "$status" -eq 3
unit db-dump.service ActiveState=inactive
stub id <<<'echo 1000'
run --timer dump
check 'without root it is refused' test "$status" -eq 3
run
check 'a timer must be named' test "$status" -eq 2
run --timer dump --timeout 0
check 'no time is refused' test "$status" -eq 2
run --timer 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
