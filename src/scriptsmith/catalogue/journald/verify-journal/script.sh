#!/usr/bin/env bash
# Check the internal consistency of all journal files, and name those that are damaged.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: verify-journal [--timeout N]

Have journalctl check every journal file of this host, those of namespaces too, and list the damaged ones. journald copes with a damaged
file: it reads what it can and starts a new one, so nothing needs to be deleted. A file in use may fail
while it is written to, so such a one is checked up to three times. It reads all files, which takes a
while and loads the disk.

  --timeout N  give up after so many seconds (default 300)
  --help       show this text

Exit status: 0 all files are intact, 1 some are damaged, or it failed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'verify-journal: %s\n' "$2" >&2
  exit "$1"
}

timeout=300
while (($# > 0)); do
  case $1 in
    --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      timeout=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
timeout=$((10#$timeout))
for tool in journalctl timeout sleep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# What there is before: of several files that it cannot open for the same reason journalctl tells one.
shopt -s nullglob
files=() places=() namespaces=() id=''
{ read -r id </etc/machine-id; } 2>/dev/null || true
[[ -z $id ]] || files=({/var,/run}/log/journal/"$id"{,.*}/*.journal{,~}) places=({/var,/run}/log/journal/"$id".*/)
((${#places[@]} == 0)) || namespaces=(--namespace='*') # a unit with LogNamespace= has a journal of its own
# It reports on stderr, a line for each file: "PASS: FILE" or "FAIL: FILE (reason)"; its progress
# is drawn with carriage returns.
rc=0
text=$(SYSTEMD_LOG_COLOR=0 timeout "$timeout" journalctl --verify --no-pager ${namespaces[@]+"${namespaces[@]}"} 2>&1) || rc=$?
((rc != 124)) || die 1 "not finished after $timeout s (--timeout)"

again() { # FILE: does a file that is in use, which journald may have been writing to, pass another time
  local try
  [[ ${1##*/} != *@* && -f $1 ]] || return 1
  for try in 1 2; do
    sleep "$try"
    if timeout "$timeout" journalctl --verify --no-pager --file="$1" >/dev/null 2>&1; then return 0; fi
  done
  return 1
}

passed=0 failed=0 retried=0 told=''
text=${text//$'\r'/$'\n'}
while IFS= read -r line; do
  case $line in
    *PASS:\ *)
      passed=$((passed + 1))
      told+=$'\n'${line#*PASS: }$'\n'
      ;;
    *FAIL:\ *)
      file=${line#*FAIL: }
      told+=$'\n'${file% (*}$'\n'
      if again "${file% (*}"; then
        passed=$((passed + 1)) retried=$((retried + 1))
        continue
      fi
      failed=$((failed + 1))
      printf 'damaged: %s\n' "${line#*FAIL: }"
      ;;
    *'Journal file '*', ignoring file'*) # cut off, or of a kind that this journalctl does not know
      failed=$((failed + 1))
      file=${line#*Journal file }
      told+=$'\n'${file%% is *}$'\n'
      printf 'damaged: %s\n' "$file"
      ;;
    *'not seeing messages from other users'*) die 3 "only some of the journal may be read; run as root or in the group systemd-journal" ;;
    *[Pp]ermission\ denied* | *insufficient\ permissions*) die 3 "the journal cannot be read; run as root" ;;
  esac
done < <(printf '%s\n' "$text" 2>/dev/null)

unopened=0
for file in "${files[@]}"; do
  [[ -f $file && $told != *$'\n'"$file"[$' \n']* ]] || continue
  printf 'NOT CHECKED: %s (journalctl did not open it)\n' "$file"
  unopened=$((unopened + 1))
done
if ((passed + failed + unopened == 0)); then
  ((rc == 0)) || die 1 "journalctl failed (status $rc): ${text//[[:cntrl:]]/ }"
  die 3 "no journal file was checked: there are none, or they may not be read"
fi
printf '%d journal files: %d intact, %d damaged (whether any was forged or removed is not seen)\n' $((passed + failed)) "$passed" "$failed"
if ((failed > 0)); then
  printf 'journald goes on with new files; damaged archives stay readable in part until they are vacuumed\n'
  exit 1
fi
((unopened == 0)) || die 1 "$unopened journal files could not be opened, so that it is not known whether they are intact"
((rc == 0 || retried > 0)) || die 1 "journalctl ended with status $rc though no file is damaged"
