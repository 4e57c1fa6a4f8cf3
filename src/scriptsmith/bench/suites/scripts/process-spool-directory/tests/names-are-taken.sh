# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
has() { [[ -f $1 && ! -L $1 && $(cat "$1") == "$2" ]]; }
check "what is done already is not overwritten" test "$(cat spool/done/a spool/done/a.1 | xargs)" = 'old older'
check "the job gets the first free number" has spool/done/a.2 'new a'
check "a broken link counts as taken" has spool/done/b.1 'new b'
check "a job is not moved into a directory of its name" has spool/done/c.1 'new c'
check "a failed job gets a number too" has spool/failed/d.1 'new d'
check "a job that the handler removed is no failure of the script" grep -qx 'gone done' "$OUT1"
check "a handler that was killed is told with 137" grep -qx 'd failed 137' "$OUT1"
check "the second run has nothing to do and succeeds" test "$STATUS1$STATUS2" = 10 -a ! -s "$OUT2"
finish
