#!/usr/bin/env bash
# packages: tzdata
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
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
systemctl stop systemd-timedated # it remembers the zone for as long as it runs
rm /etc/localtime && cp /usr/share/zoneinfo/Europe/Oslo /etc/localtime
run --zone Europe/Paris
check 'a copy of a zone in its place is no hindrance' test "$status:$(zone):$(readlink -f /etc/localtime)" = 0:Europe/Paris:/usr/share/zoneinfo/Europe/Paris
check 'and is told' grep -q '^now: a zone without a name' <<<"$out"
finish
