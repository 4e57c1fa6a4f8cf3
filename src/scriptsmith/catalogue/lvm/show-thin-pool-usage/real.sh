#!/usr/bin/env bash
# packages: locales
. "$HARNESS"
use lvm

run
check 'a host without a pool says so' bash -c '[ "$1" = 0 ] && [ "$2" = "there is no thin pool on this host" ]' _ "$status" "$out"
use lvm-volumes
run
check 'the pool is shown with three volumes, which are promised 216 of its 16 MiB' \
  grep -Eqx ' +16 MiB +-% +-% +3 +1350% of it  ssvg/pool  NOT ACTIVE' <<<"$out"
check 'a cache pool is no thin pool' test "$(grep -c ssvg/ <<<"$out")" -eq 1
check 'a pool that is not active (none can be here) is not called in order' bash -c '[ "$1" = 1 ] && ! grep -q OK <<<"$2"' _ "$status" "$out"
mkdir -p /usr/lib/locale && localedef --inputfile de_DE --charmap UTF-8 de_DE.UTF-8 2>/dev/null
check 'in German lvm writes numbers with a comma' bash -c 'LC_ALL=de_DE.UTF-8 vgs --noheadings --units g --options vg_size ssvg | grep -q "[0-9],[0-9]"'
english=$out
LC_ALL=de_DE.UTF-8 run
check 'which makes no difference' test "$out" = "$english"
finish
