# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a mount point with blanks is told whole' grep -qxF '95% /media/usb disk  2' "$OUT"
check 'a mount point with a percent sign is told whole' grep -qxF '100% /mnt/100%done' "$OUT"
check 'a source with a blank does no harm' grep -qxF '97% /mnt/team' "$OUT"
check 'a type that is only named in a source or a mount point counts' grep -qxF '99% /mnt/overlay' "$OUT"
check 'nothing else is told' [ "$(wc -l <"$OUT")" -eq 4 ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
