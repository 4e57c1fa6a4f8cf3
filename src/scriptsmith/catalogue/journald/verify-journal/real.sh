#!/usr/bin/env bash
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use journal
run
check 'without a journal it is refused' test "$status" -eq 3
for name in system system@1 'user-1000'; do
  for n in {1..30}; do log "$n minutes ago" SYSLOG_IDENTIFIER=app "MESSAGE=message $n of $name"; done
  write_journal "$name"
done
run
check 'good files are in order' bash -c '[ "$1" = 0 ] && grep -qx "3 journal files: 3 intact, 0 damaged (whether any was forged or removed is not seen)" <<<"$2"' _ "$status" "$out"
mkdir "$journal.app" && cp "$journal/system.journal" "$journal.app/system.journal"
run
check 'those of a namespace are checked, too' bash -c '[ "$1" = 0 ] && grep -q "^4 journal files: 4 intact, 0 damaged" <<<"$2"' _ "$status" "$out"
at=$(grep --byte-offset --only-matching --text 'message 15 of system' "$journal.app/system.journal" | head -n 1 | cut -d : -f 1)
printf 'XXXX' | dd of="$journal.app/system.journal" bs=1 seek="$at" conv=notrunc status=none
check 'of their damage the real journalctl says nothing unless it is asked for them' journalctl --verify
run
check 'damage to one of them is found' test "$status:$(grep -c "^damaged: $journal.app/system.journal" <<<"$out")" = 1:1
rm -r "$journal.app"
at=$(grep --byte-offset --only-matching --text 'message 15 of system@1' "$journal/system@1.journal" | head -n 1 | cut -d : -f 1)
printf 'XXXX' | dd of="$journal/system@1.journal" bs=1 seek="$at" conv=notrunc status=none
check 'the real journalctl finds the damage' bash -c '! journalctl --verify'
run
check 'one changed word is found' bash -c '[ "$1" = 1 ] && grep -qx "3 journal files: 2 intact, 1 damaged (whether any was forged or removed is not seen)" <<<"$2"' _ "$status" "$out"
check 'the file is named' grep -q "^damaged: $journal/system@1.journal" <<<"$out"
cp "$journal/system.journal" kept
at=$(grep --byte-offset --only-matching --text 'message 15 of system' "$journal/system.journal" | head -n 1 | cut -d : -f 1)
printf 'XXXX' | dd of="$journal/system.journal" bs=1 seek="$at" conv=notrunc status=none
run
check 'damage to one in use does not pass either' grep -qx '3 journal files: 1 intact, 2 damaged (whether any was forged or removed is not seen)' <<<"$out"
(sleep 2; cp kept "$journal/system.journal") &
run
check 'one that passes the second time is intact' bash -c 'grep -qx "3 journal files: 2 intact, 1 damaged (whether any was forged or removed is not seen)" <<<"$1" && ! grep -q "^damaged: .*/system.journal" <<<"$1"' _ "$out"
wait
truncate --size 100000 "$journal/user-1000.journal"
run
check 'and so is one that was cut off' grep -qx '3 journal files: 1 intact, 2 damaged (whether any was forged or removed is not seen)' <<<"$out"
rm "$journal/user-1000.journal"; cp kept "$journal/system.journal"; rm "$journal/system@1.journal"
for n in 2 3; do head -c 100000 /dev/urandom >"$journal/system@$n.journal"; done
check 'of two files that it cannot open the real journalctl tells one' test "$(journalctl --verify 2>&1 | grep -c 'system@[23]')" -eq 1
run
check 'here the other one is told as well' test "$status:$(grep -c '^damaged: .*system@[23]' <<<"$out"):$(grep -c '^NOT CHECKED: .*/system@[23].journal (journalctl did not open it)$' <<<"$out")" = 1:1:1
rm "$journal"/system@[23].journal; cp kept "$journal/user-1000.journal"
chmod 755 "$journal"
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'whoever may not read it is refused' test "$?" -eq 3
chown nobody "$journal/user-1000.journal"
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >partly 2>&1
check 'and whoever may read one of them only' bash -c '[ "$1" -eq 3 ] && ! grep -q intact partly' _ "$?"
finish
