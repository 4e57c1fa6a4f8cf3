# shellcheck shell=bash
# The test library of the catalogue. A `test.sh` sources it as its first act: . "$HARNESS"
#
#   given   SCRIPT   the script under test (absolute path)
#           PWD      an empty scratch directory; HOME and TMPDIR lie in it
#   offers  run ARG…           runs the script; leaves $status, $out (stdout), $err (stderr)
#           stub NAME <<'EOF'  puts a program NAME first on PATH; it sees $STUB_LOG for notes
#           calls [PATTERN]    prints what was written to $STUB_LOG (lines that match the pattern)
#           check "promise" COMMAND…   counts a check; says which promise broke
#           finish             prints `checks: N passed, M failed`; its status is the test's status
#           use SERVICE        in a `real.sh`: starts a real program, by `fixtures/SERVICE.sh`
#           await COMMAND…     waits, at most a minute, until COMMAND succeeds; a test ends that waits in vain
#           ran_on NAME VERSION  in a fixture: says which program the script is run against
#   knows   STOP_AT_FAILURE  when set, the first check that fails ends the test: enough for a script that must fail
#
# A test that never reaches `finish` has not run, and is not a pass.
set -uo pipefail
: "${SCRIPT:?the script under test is not named}"

passed=0 failed=0 status='' out='' err=''
STUB_LOG=$PWD/.stub-log
export STUB_LOG
mkdir -p .stubs && : >"$STUB_LOG"
PATH=$PWD/.stubs:$PATH
export PATH

# shellcheck disable=SC2016  # what stands in single quotes is for the stub that is written
stub() {
  { printf '#!/bin/bash\nprintf "%%s\\n" "%s $*" >>"$STUB_LOG"\n' "$1"; cat; } >".stubs/$1"
  chmod +x ".stubs/$1"
}

calls() { grep -E -- "${1:-.}" "$STUB_LOG"; }

# The output files lie outside the scratch tree's visible part, so that a script that lists its
# directory does not see them.
run() {
  status=0
  bash "$SCRIPT" "$@" >.stubs/.out 2>.stubs/.err </dev/null || status=$?
  # shellcheck disable=SC2034  # read by the tests
  out=$(<.stubs/.out) err=$(<.stubs/.err)
}

check() {
  local promise=$1
  shift
  if "$@" >/dev/null 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'not ok: %s\n  failed: %s\n  status %s, stderr: %s\n' "$promise" "$*" "$status" "${err:0:400}" >&2
    [[ -z ${STOP_AT_FAILURE-} ]] || { finish; exit 1; }
  fi
}

finish() {
  printf 'checks: %d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

use() {
  [[ -n ${FIXTURES-} && -r $FIXTURES/$1.sh ]] || { printf 'there is no fixture %s here\n' "$1" >&2; exit 1; }
  # shellcheck disable=SC1090
  . "$FIXTURES/$1.sh"
}

await() {
  local deadline=$((SECONDS + 60))
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < deadline)) || { printf 'waited in vain for: %s\n' "$*" >&2; exit 1; }
    sleep 0.1
  done
}

ran_on() { printf 'ran on: %s %s\n' "$1" "$2"; }
