#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

process() { # PID NAME READ WRITTEN CANCELLED
  mkdir -p "p/$1"; printf 'rchar: 9\nwchar: 9\nsyscr: 1\nsyscw: 1\nread_bytes: %s\nwrite_bytes: %s\ncancelled_write_bytes: %s\n' "$3" "$4" "$5" >"p/$1/io"; printf '%s\n' "$2" >"p/$1/comm"
}
first() {
  rm -rf p; mkdir -p p
  echo '100.00 1' >p/uptime
  printf '   8 0 sdx 100 0 2048 50 200 0 4096 70 0 300 0\n   8 16 sdy 5 0 5 5 5 0 5 5 0 5 5\n   8 32 sdz 7 0 0 0 0 0 0 0 0 10 0\n' >p/diskstats
  process 7 postgres 1024 2048 0; process 8 $'my\001 tar' 0 0 0; process 9 idle 5 5 0; process 10 rsync 0 0 0; process 11 eraser 0 0 0
}
cat >then <<'EOF'
echo '102.00 1' >p/uptime
printf '   8 0 sdx 140 0 22528 130 220 0 45056 110 0 1300 0\n   8 16 sdy 5 0 5 5 5 0 5 5 0 5 5\n   8 32 sdz 7 0 0 0 0 0 0 0 0 210 0\n' >p/diskstats
EOF
stub sleep <<'EOF'
[[ ! -e frozen ]] || exit 0
. ./then
w() { printf 'read_bytes: %s\nwrite_bytes: %s\ncancelled_write_bytes: %s\n' "$2" "$3" "$4" >"p/$1/io"; }
w 7 2049024 2048 0; w 8 0 8192000 0; w 10 0 20480 0; w 11 0 99999 99999; rm -r p/9
mkdir p/12; w 12 102400 0 0; echo new >p/12/comm
EOF
first; run --directory p --seconds 02
check 'it succeeds' test "$status" -eq 0
check 'it waits as long as asked' test -n "$(calls '^sleep 2$')"
check 'a device is told with its rates' grep -Eqx 'sdx +20\.0 +10\.0 +5\.00 +10\.00 +2\.0 +50\.0' <<<"$out"
check 'one that only waits is too' grep -Eqx 'sdz +0\.0 +0\.0 +0\.00 +0\.00 +0\.0 +10\.0' <<<"$out"
check 'an idle one is not' test -z "$(grep sdy <<<"$out")"
check 'a process is told with its rates' grep -Eqx ' +7 +1000\.0 +0\.0  postgres' <<<"$out"
check 'its name without control characters' grep -Eqx ' +8 +0\.0 +4000\.0  my\? tar' <<<"$out"
check 'one that began meanwhile too' grep -Eqx ' +12 +50\.0 +0\.0  new' <<<"$out"
check 'the busiest come first' test "$(awk '/KiB/ { on = 1; next } on && NF == 4 && $1 ~ /^[0-9]+$/ { printf "%s ", $1 } on && NF == 5 && $1 ~ /^[0-9]+$/ { printf "%s ", $1 }' <<<"$out")" = '8 7 12 10 '
check 'what reached no device is not counted' test -z "$(grep eraser <<<"$out")"
check 'root sees all, and nothing is noted' test -z "$(grep '^note' <<<"$out")"
check 'how long it took is told' test "$(tail -n 1 <<<"$out")" = 'measured for 2.00 s'
stub awk <<'EOF'
# As mawk in de_DE.UTF-8, which reads no further than the point.
PATH=${PATH#*:}
if [ "$LC_ALL" != C ]; then
  for word; do
    [[ ! $word =~ ^([a-z]+=[0-9]+)[.][0-9]+$ ]] || word=${BASH_REMATCH[1]}
    words+=("$word")
  done
  set -- "${words[@]}"
fi
exec awk "$@"
EOF
first; echo '100.50 1' >p/uptime; run --directory p
check 'parts of a second count also where numbers are written with a comma' test "$(tail -n 1 <<<"$out"):$(grep -Ecx 'sdx +26\.7 +13\.3 +6\.67 +13\.33 +2\.0 +66\.7' <<<"$out")" = 'measured for 1.50 s:1'
rm .stubs/awk
# Much was written in their life, and more than 2 GiB meanwhile.
first; process 20 broker 0 130123456789012 5; process 21 small 0 12100000000000 0; process 22 huge 0 0 0; process 23 more 9123456789012 0 0; cp then kept
printf '%s\n' 'put() { sed -i "s/^$2: .*/$2: $3/" "p/$1/io"; }' 'put 20 write_bytes 130123706789012' 'put 21 write_bytes 12100030000000' 'put 22 write_bytes 4000000000' 'put 23 read_bytes 9128456789012' >>then
run --directory p
check 'of large counts no digit is lost, and the busiest come first' test "$(grep -E '(broker|small|huge|more)$' <<<"$out" | tr -s ' ' | paste -sd ';')" = ' 23 2441406.2 0.0 more; 22 0.0 1953125.0 huge; 20 0.0 122070.3 broker; 21 0.0 14648.4 small'
mv kept then
first; run --directory p --limit 01
check 'the list can be shortened' test "$(grep -c '  postgres$\|tar$' <<<"$out"):$(grep -c tar <<<"$out")" = 1:1
stub id <<<'echo 1000'
first; run --directory p
check 'that others are not seen is told' grep -qx 'note: without root only your own processes are seen here' <<<"$out"
stub id <<<'echo 0'
first; touch frozen
refused 1 'does not move' --directory p
refused 3 'tells nothing' --directory nowhere
rm p/uptime
refused 3 'tells nothing' --directory p
refused 2 '--seconds takes' --seconds 0
refused 2 '--limit takes' --limit 0
refused 2 '--limit takes' --limit '$(touch pwned)'
refused 3 'tells nothing' --directory '$(touch pwned); touch pwned'
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
