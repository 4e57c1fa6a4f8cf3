#!/usr/bin/env bash
# packages: tzdata
. "$HARNESS"
use systemd
zone() { timedatectl show --property=Timezone --value; }
timedatectl set-timezone Etc/UTC

run --zone Europe/Berlin --dry-run
check 'a dry run changes nothing' test "$(zone) $(readlink -f /etc/localtime)" = 'Etc/UTC /usr/share/zoneinfo/Etc/UTC'
now=$(date +%s)
run --zone Europe/Berlin
check 'it succeeds' test "$status" -eq 0
check 'systemd has it' test "$(zone)" = Europe/Berlin
check 'and so has every program that is started' bash -c 'case $(date +%Z) in CET | CEST) ;; *) false ;; esac'
check 'the clock is not changed' test "$(($(date +%s) - now))" -lt 60
check 'the former zone is told' grep -q '^set: Europe/Berlin (before: Etc/UTC)' <<<"$out"
run --zone Europe/Berlin
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
run --zone America/Argentina/Buenos_Aires
check 'a name of three parts is taken' test "$(zone)" = America/Argentina/Buenos_Aires
for wrong in Europe/Atlantis Europe posixrules/x zone1970 tzdata; do
  run --zone "$wrong"
  check "$wrong is no zone" test "$status" -eq 3
done
check 'and changes nothing' test "$(zone)" = America/Argentina/Buenos_Aires
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --zone Etc/UTC >/dev/null 2>&1
check 'without root it is refused' test "$?" -eq 3
finish
