#!/usr/bin/env bash
. "$HARNESS"

# A journalctl that knows the options used; TABLE holds what it prints.
stub journalctl <<'EOF'
for word; do
  case $word in
    --boot | --boot=* | --priority=* | --no-pager | --quiet | --output=* | --lines=* | --unit=* | --since=* | --until=* | --list-boots | --disk-usage | --verify | --flush | --header | --utc | --file=*) ;;
    *) echo "journalctl: unrecognized option '$word'" >&2; exit 1 ;;
  esac
done
if [ -e .broken ]; then echo 'Failed to open system journal: Permission denied' >&2; exit 1; fi
case " $* " in
  *' --file='*) echo x >>asked; [ -e heals ] && [ "$(grep -c x asked)" -ge "$(cat heals)" ]; exit ;;
  *' --verify '*) cat said >&2; exit "$(cat code)" ;;
esac
EOF

echo 0 >code
printf 'PASS: /var/log/journal/a/system.journal\r   \rPASS: /var/log/journal/a/user-1000.journal\n' >said
run
check 'it succeeds' test "$status" -eq 0
check 'intact files are counted' grep -qx '2 journal files: 2 intact, 0 damaged (whether any was forged or removed is not seen)' <<<"$out"
check 'it is bounded by default' test -n "$(calls '^journalctl --verify')"
echo 1 >code
printf 'PASS: /var/log/journal/a/system.journal\n1b6e48: Invalid data object at hash entry 3 of 233016\nFile corruption detected at /var/log/journal/a/x@y z.journal:1b6e48 (of 8388608 bytes, 21%%).\nFAIL: /var/log/journal/a/x@y z.journal (Bad message)\n' >said
run
check 'a damaged file is a failure' test "$status" -eq 1
check 'it is named' grep -qx 'damaged: /var/log/journal/a/x@y z.journal (Bad message)' <<<"$out"
check 'both are counted' grep -qx '2 journal files: 1 intact, 1 damaged (whether any was forged or removed is not seen)' <<<"$out"
check 'nothing is deleted' test -z "$(calls 'vacuum|rotate')"
check 'one that was archived is checked once' test -z "$(calls '--file=')"
stub sleep </dev/null
: >'user-7.journal'
printf 'PASS: /a\nFAIL: %s/user-7.journal (Bad message)\n' "$PWD" >said
echo 2 >heals
run
check 'one in use that passes another time is intact' test "$status:$out:$(calls '^sleep' | wc -l)" = '0:2 journal files: 2 intact, 0 damaged (whether any was forged or removed is not seen):2'
check 'it alone is checked again' test "$(calls "--verify --no-pager --file=$PWD/user-7.journal\$" | wc -l)" -eq 2
rm asked heals
run
check 'one that does not is damaged' test "$status:$(grep -c '^2 journal files: 1 intact, 1 damaged (whether any was forged or removed is not seen)' <<<"$out")" = 1:1
printf 'PASS: /a\nFAIL: %s/b.journal (Bad message)\n' "$PWD" >said; echo 1 >heals
run
check 'one that has gone is not asked for again' test "$status:$(grep -c '^damaged: .*/b.journal (Bad message)' <<<"$out")" = 1:1
rm heals asked
: >said
run
check 'a failure without a word is a failure' test "$status" -eq 1
echo 0 >code
run
check 'no file at all is not intact' test "$status" -eq 3
echo 'Failed to open files: Permission denied' >said; echo 1 >code
run
check 'without the right it is refused' test "$status" -eq 3
echo 'PASS: /a' >said
run
check 'a failure beside intact files is a failure' test "$status" -eq 1
printf 'Journal file /b is truncated, ignoring file.\nPASS: /a\n' >said
run
check 'one that is passed over is damaged' bash -c '[ "$1" = 1 ] && grep -qx "2 journal files: 1 intact, 1 damaged (whether any was forged or removed is not seen)" <<<"$2"' _ "$status" "$out"
echo 'No journal files were opened due to insufficient permissions.' >said
run
check 'one that may not be read is refused' test "$status" -eq 3
printf "Hint: You are currently not seeing messages from other users and the system.\n      Users in groups 'adm', 'systemd-journal' can see all messages.\nPASS: /var/log/journal/a/user-1000.journal\n" >said; echo 0 >code
run
check 'whoever sees only the own file does not learn that all are intact' bash -c '[ "$1" = 3 ] && [ -z "$2" ]' _ "$status" "$out"
stub timeout <<<'exit 124'
run --timeout 7
check 'a check that takes too long is a failure' bash -c '[ "$1" = 1 ] && grep -q "after 7 s" <<<"$2"' _ "$status" "$err"
rm .stubs/timeout
id=0123456789abcdef0123456789abcdef; folder=/var/log/journal/$id
if mkdir -p "$folder" && echo "$id" >/etc/machine-id; then
  : >"$folder/system.journal"; : >"$folder/system@1.journal"; : >"$folder/system@2.journal~"
  printf '%s: %s/system.journal\nJournal file %s/system@1.journal corrupted, ignoring file.\n' PASS "$folder" "$folder" >said
  run
  check 'a file that journalctl did not open is not intact' test "$status:$(grep '^NOT' <<<"$out")" = "1:NOT CHECKED: $folder/system@2.journal~ (journalctl did not open it)"
  printf '%s/%s.journal\n' "PASS: $folder" system "PASS: $folder" system@1 >said
  run
  check 'nor is it a success where the others are' test "$status:$(grep -c '1 journal files could not be opened, so that it is not known' <<<"$err")" = 1:1
  printf '%s/%s\n' "PASS: $folder" system.journal "PASS: $folder" system@1.journal "PASS: $folder" system@2.journal~ >said
  run
  check 'with all of them told it is one' test "$status:$out" = '0:3 journal files: 3 intact, 0 damaged (whether any was forged or removed is not seen)'
fi
run --timeout 0
check 'no time is refused' test "$status" -eq 2
run --timeout '1; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
