#!/usr/bin/env bash
. "$HARNESS"

# Only processes that this test starts, under names no other process has, are ever matched.
tag=$$-$RANDOM
quick=q$tag stubborn=s$tag long=long-name-of-a-worker-$tag
printf '#!/bin/bash\nwhile :; do read -r -t 0.1 <>never; done\n' >"$quick"
printf '#!/bin/bash\nwhile :; do read -r -t 0.1 <>never; done\n' >"$long"
printf '#!/bin/bash\ntrap "" TERM\n: >ready\nwhile :; do read -r -t 0.1 <>never; done\n' >"$stubborn"
mkfifo never # waiting for it needs no child, which would have the same name for a moment
chmod +x "$quick" "$long" "$stubborn"
started=()
hidden=''
trap 'kill -KILL "${started[@]}" $hidden 2>/dev/null' EXIT
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
for vital in kubelet dockerd openvpn crond teamd ovs-vswitchd amazon-ssm-agent; do
  run --name "$vital"
  check "a program on which the host depends is refused: $vital" test "$status" -eq 3
done
check 'and none of them is stopped' alive "$two"
for seconds in 600 010; do
  run --name "$quick" --max 2 --timeout "$seconds" --dry-run
  check "two are not more than two, and a wait may be $seconds" test "$status" -eq 0
done
for most in 9999 010; do
  run --name "$quick" --max "$most" --dry-run
  check "up to $most may be allowed" test "$status" -eq 0
done
run --name "$quick" --timeout 601
check 'a longer wait is refused' bash -c '[ "$1" = 2 ] && [ -r "/proc/$2/stat" ]' _ "$status" "$one"
for most in 0 10000; do
  run --name "$quick" --max "$most"
  check "$most are no number of processes" bash -c '[ "$1" = 2 ] && [ -r "/proc/$2/stat" ]' _ "$status" "$one"
done

run --name "$quick"
check 'it succeeds' test "$status" -eq 0
check 'the first process ended' gone "$one"
check 'the second process ended' gone "$two"
check 'it says so' grep -q '^2 stopped' <<<"$out"
bash -u "./$quick" </dev/null >/dev/null 2>&1 &
hidden=$!
for _ in {1..100}; do [[ $(tr '\0' ' ' <"/proc/$hidden/cmdline") == "bash -u"* ]] && break; /bin/sleep 0.05; done
run --name "$quick"
check 'what only an interpreter runs by that name is named, and stays' bash -c '[ "$1" = 3 ] && grep -q "as $2: stop" <<<"$3" && [ -r "/proc/$2/stat" ]' _ "$status" "$hidden" "$err"
kill -KILL "$hidden"; wait "$hidden" 2>/dev/null; hidden=''
# One that was started by the name and is called otherwise now, as the main thread of Node.js.
renamed=r$tag
bash -c "exec -a $renamed sleep 300" & hidden=$!
for _ in {1..100}; do [[ $(tr '\0' ' ' <"/proc/$hidden/cmdline") == "$renamed"* ]] && break; /bin/sleep 0.05; done
run --name "$renamed"
check 'one that has another name now is named, and stays' bash -c '[ "$1" = 3 ] && grep -q "has another name now, as $2: stop" <<<"$3" && [ -r "/proc/$2/stat" ]' _ "$status" "$hidden" "$err"
kill -KILL "$hidden"; wait "$hidden" 2>/dev/null; hidden=''
# One that has given itself a title, as puma, sidekiq and gunicorn do.
for title in "$renamed: master [app]" "$renamed 5.6.4 (tcp://0.0.0.0:3000) [app]"; do
  bash -c 'exec -a "$1" sleep 300' _ "$title" & hidden=$!
  for _ in {1..100}; do [[ $(tr '\0' ' ' <"/proc/$hidden/cmdline") == "$renamed"[\ :]* ]] && break; /bin/sleep 0.05; done
  run --name "$renamed"
  check "one with the title $title is named, and stays" bash -c '[ "$1" = 3 ] && grep -q "has another name now, as $2: stop" <<<"$3" && [ -r "/proc/$2/stat" ]' _ "$status" "$hidden" "$err"
  run --name "${renamed%?}"
  check 'a part of it is another name' test "$status:$out" = "0:no process is named ${renamed%?}"
  kill -KILL "$hidden"; wait "$hidden" 2>/dev/null; hidden=''
done
cp "$(command -v sleep)" postgres
./postgres 300 & started+=("$!"); one=$!
for _ in {1..100}; do [[ $(</proc/$one/comm) == postgres ]] && break; /bin/sleep 0.05; done
run --name postgres --force yes
check 'PostgreSQL is not killed by force' bash -c '[ "$1" = 3 ] && [ -r "/proc/$2/stat" ] && grep -q "ends all sessions" <<<"$3"' _ "$status" "$one" "$err"
kill -KILL "$one"; wait "$one" 2>/dev/null
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

# One that grows stays the same process: its start tells, and nothing else of it does.
grows=g$tag
printf '#!/bin/bash\ntrap "" TERM\n: >growing\nwhile :; do printf -v more %%050000d 0; x+=$more; read -r -t 0.05 <>other; done\n' >"$grows"
chmod +x "$grows"; mkfifo other
launch "$grows"
while [[ ! -e growing ]]; do /bin/sleep 0.05; done
run --name "$grows" --timeout 1
check 'one that grows and ignores SIGTERM still runs' bash -c '[ "$1" = 1 ] && grep -q "still running: $2 " <<<"$3"' _ "$status" "$!" "$err"
kill -KILL "$!"
ended=z$tag
cp "$(command -v cat)" "$ended"; mkfifo go # it ends when its parent is a program that never waits for it
bash -c "./$ended go & echo \$! >kid; exec sleep 300" & started+=("$!")
became() { [[ $(</proc/$!/comm) == sleep ]]; }
await became
: >go
dead() { grep -q '^State:.*Z' "/proc/$(cat kid)/status"; }
await dead
run --name "$ended"
check 'a zombie is no process that runs' grep -qx "no process is named $ended" <<<"$out"

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
check 'no text of it goes over a disk, as before Bash 5.1' test "$(grep -c '<<<' "$SCRIPT")" -eq 0
finish
