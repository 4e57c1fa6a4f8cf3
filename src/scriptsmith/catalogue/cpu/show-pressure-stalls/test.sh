#!/usr/bin/env bash
. "$HARNESS"

mkdir -p proc/pressure
psi() { printf 'some avg10=%s avg60=1.00 avg300=0.50 total=71\nfull avg10=%s avg60=0.20 avg300=0.00 total=5\n' "$2" "$3" >"proc/pressure/$1"; }
psi cpu 45.08 0.00; psi memory 0.00 0.00; psi io 3.10 2.00
run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'the figures are shown' grep -Eqx 'cpu +some +45\.08% +1\.00% +0\.50%' <<<"$out"
check 'full ones too' grep -Eqx 'io +full +2\.00% +0\.20% +0\.00%' <<<"$out"
check 'what is short is named' grep -qx 'SHORT: cpu' <<<"$out"
run --proc-root proc --percent 2%
check 'where short begins can be chosen' grep -qx 'SHORT: cpu io' <<<"$out"
run --proc-root proc --percent 090
check 'none may be short' grep -qx 'OK: nothing is short by more than 90% of the last 10 s' <<<"$out"
psi irq 0.00 0.00
sed -i 1d proc/pressure/irq
run --proc-root proc
check 'a resource with full only is shown' grep -Eq '^irq +full' <<<"$out"
check 'one that is absent does no harm' bash -c 'rm "$PWD/proc/pressure/irq"; bash "$SCRIPT" --proc-root proc'
for file in proc/pressure/*; do echo nonsense >"$file"; done
run --proc-root proc
check 'no figures are a failure' test "$status" -eq 1
run --proc-root nowhere
check 'a kernel that does not measure is refused' test "$status" -eq 3
run --percent 101
check 'more than 100 percent is refused' test "$status" -eq 2
run --percent 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
