#!/usr/bin/env bash
. "$HARNESS"

# Only processes that this test starts, under names no other process has, are ever matched.
tag=$$-$RANDOM
quick=q$tag stubborn=s$tag long=long-name-of-a-worker-$tag
printf '#!/bin/bash\nwhile :; do sleep 0.1; done\n' >"$quick"
printf '#!/bin/bash\nwhile :; do sleep 0.1; done\n' >"$long"
printf '#!/bin/bash\ntrap "" TERM\n: >ready\nwhile :; do sleep 0.1; done\n' >"$stubborn"
chmod +x "$quick" "$long" "$stubborn"
started=()
trap 'kill -KILL "${started[@]}" 2>/dev/null' EXIT
launch() {
  "./$1" </dev/null >/dev/null 2>&1 &
  started+=("$!")
  for _ in {1..100}; do
    [[ $(cat "/proc/$!/comm") == "${1:0:15}" ]] && return
    /bin/sleep 0.05
  done
}
alive() { [[ -r /proc/$1/stat ]] && ! grep -q '^State:.*Z' "/proc/$1/status"; }
gone() { ! alive "$1"; }

launch "$quick"
launch "$quick"
one=${started[0]} two=${started[1]}

run --name "$quick" --dry-run
check 'a dry run stops nothing' alive "$one"
check 'a dry run names the process' grep -q "would stop: $one " <<<"$out"
run --name "$quick" --max 1
check 'more processes than allowed are refused' test "$status" -eq 3
for vital in kubelet dockerd openvpn crond; do
  run --name "$vital"
  check "a program on which the host depends is refused: $vital" test "$status" -eq 3
done
check 'and none of them is stopped' alive "$two"

run --name "$quick"
check 'it succeeds' test "$status" -eq 0
check 'the first process ended' gone "$one"
check 'the second process ended' gone "$two"
check 'it says so' grep -q '^2 stopped' <<<"$out"
run --name "$quick"
check 'with nothing to stop it succeeds' test "$status" -eq 0
check 'and says that there is nothing' grep -q 'no process is named' <<<"$out"

launch "$stubborn"
deaf=$!
while [[ ! -e ready ]]; do /bin/sleep 0.05; done
run --name "$stubborn" --timeout 1
check 'a process that ignores SIGTERM is reported' test "$status" -eq 1
check 'and is left alone without --force' alive "$deaf"
run --name "$stubborn" --timeout 1 --force yes
check 'with --force it is stopped' test "$status" -eq 0
check 'and is gone' gone "$deaf"

launch "$long"
worker=$!
run --name "${long:0:20}"
check 'part of a long name matches nothing' alive "$worker"
run --name "$long"
check 'a long name is found by the command line' gone "$worker"

# A shell that runs the script on its own name.
own=o$tag
printf '#!/bin/bash\nbash "$SCRIPT" --name %s 2>refusal\nprintf "%%s\\n" "$?" >survived\n' "$own" >"$own"
chmod +x "$own"
"./$own" >/dev/null 2>&1
check 'its own shell is refused' test "$(cat survived)" -eq 3
check 'for that reason' grep -q 'refused' refusal

run
check 'a name is needed' test "$status" -eq 2
run --name 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --name "$quick" --force perhaps
check 'a bad choice is refused' test "$status" -eq 2
run --name "$quick" --timeout ''
check 'an empty wait is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
