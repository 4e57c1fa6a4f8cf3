#!/usr/bin/env bash
. "$HARNESS"

# A journal whose size lies in a file; vacuuming sets it to what FLOOR says or to the size asked for.
stub journalctl <<'BODY'
case $1 in
  --disk-usage) status=${DISK_STATUS:-0}; trap 'exit "$status"' EXIT; printf 'Archived and active journals take up %s in the file system.\n' "$(cat journal-size)" ;;
  --vacuum-size=*) [ -z "${VACUUM_STATUS-}" ] || exit "$VACUUM_STATUS"; printf '%s.0M\n' "${FLOOR:-$(tr -dc 0-9 <<<"$1")}" >journal-size ;;
  --rotate) exit "${ROTATE_STATUS:-0}" ;;
esac
BODY
stub id <<'BODY'
printf '%s\n' "${FAKE_UID:-0}"
BODY

printf '1.2G\n' >journal-size
run --size 500 --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -q '^would shrink the journal from 1.2G to at most 500 MiB' <<<"$out"
check 'a dry run changes nothing' bash -c '! grep -qE "rotate|vacuum" .stub-log'

run --size 500
check 'it succeeds' test "$status" -eq 0
check 'the journal is shrunk to the size' calls '^journalctl --vacuum-size=500M$'
check 'the active files are closed before' test "$(calls 'rotate|vacuum' | head -n 1)" = 'journalctl --rotate'
check 'it says how much it was' grep -q '^the journal took 1.2G, now 500M$' <<<"$out"

: >.stub-log
run
check 'a second run, with 500 by default, has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and asks for nothing' bash -c '! grep -qE "rotate|vacuum" .stub-log'

export FLOOR=40
printf '300.0M\n' >journal-size
run --size 16
check 'a journal that stays too large is a failure' test "$status" -eq 1
unset FLOOR
export ROTATE_STATUS=1
: >.stub-log
printf '2.0G\n' >journal-size
run --size 16
check 'a failed rotation is a failure' test "$status" -eq 1
check 'and nothing is removed after it' bash -c '! grep -q vacuum .stub-log'
unset ROTATE_STATUS

# As with a locale that writes 1,2: numfmt takes no other then.
stub numfmt <<'BODY'
[ "${LC_ALL-}" = C ] || case "$*" in --from=*.*) echo "numfmt: invalid suffix in input: '${*: -1}'" >&2; exit 2 ;; esac
PATH=/usr/bin:/bin exec numfmt "$@"
BODY
printf '1.2G\n' >journal-size
run --size 500 --dry-run
check 'another locale is no hindrance' test "$status" -eq 0
rm .stubs/numfmt
export FAKE_UID=1000
run --size 16
check 'without root it is refused' test "$status" -eq 3
unset FAKE_UID
printf 'plenty\n' >journal-size
run --size 16
check 'an unknown size is a failed precondition' test "$status" -eq 3
check 'and told in its own words' test "$err" = 'vacuum-journal: journalctl does not tell how much space the journal takes'
printf '2.0G\n' >journal-size
DISK_STATUS=1 run --size 16
check 'a journalctl that fails is not believed' test "$status" -eq 3
VACUUM_STATUS=1 run --size 16
check 'a vacuum that fails is a failure' bash -c '[ "$1" = 1 ] && grep -q "could not remove old journal files" <<<"$2"' _ "$status" "$err"
FLOOR=plenty run --size 16
check 'a size that is unknown after it too' bash -c '[ "$1" = 1 ] && grep -q "takes now" <<<"$2"' _ "$status" "$err"

run --size 0
check 'a size of 0 is refused' test "$status" -eq 2
run --size 1G
check 'a unit is refused' test "$status" -eq 2
run --size 'x[$(touch pwned)]; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
