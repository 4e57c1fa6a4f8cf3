"""The test of a script whose calls go wrong: where one does, the script stops there, and does not call it success.

It is made by program for every entry. The entry's own test sets the stage, with its stand-ins and files; its first run
that succeeds and is no dry run is made again and again, each time with one call of one program going wrong: it fails,
it says nothing, or it says something else. A script that takes a context of Kubernetes is run once more with another.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection

from .core.types import Entry

_PROMISE = re.compile(r"^promise: (.*)$", re.MULTILINE)
_BROKEN = re.compile(r"^not ok: (.*)$", re.MULTILINE)
_LAUNCHERS = frozenset(("bash", "env", "nice", "setsid", "sh", "sudo", "timeout", "xargs"))
"""Programs that start others, which go wrong themselves."""

LIBRARY = r"""
# What follows replaces `run` in the test library.
usual=${PATH#*:} faults=$(mktemp -d /tmp/faults.XXXXXX)
export FAULT='' FAULTS=$faults
mkdir "$faults/bin"

wrapped() { # NAME: each call of it is noted, and the one that $FAULT names goes wrong
  local real
  real=$(type -P "$1") || return 0
  {
    printf '#!/bin/bash\nname=%q real=%q\n' "$1" "$(PATH=$usual realpath -s "$real")"
    cat <<'WRAPPER'
n=0
[[ ! -r $FAULTS/$name.n ]] || read -r n <"$FAULTS/$name.n"
printf '%d\n' "$((n + 1))" >"$FAULTS/$name.n"
printf '%s\n' "$name" >>"$FAULTS/log"
PATH=${PATH#"$FAULTS/bin:"}
case $FAULT in "$name $((n + 1)) "*) printf 'here\n' >>"$FAULTS/log" ;; esac
case $FAULT in
  "$name $((n + 1)) fails") printf '%s: it went wrong\n' "$name" >&2 && exit 1 ;;
  "$name $((n + 1)) is silent") exit 0 ;;
  "$name $((n + 1)) is garbled") printf '?\n' && exit 0 ;;
esac
[[ $name != sleep ]] || exit 0
exec "$real" "$@"
WRAPPER
  } >"$faults/bin/$1"
  chmod +x "$faults/bin/$1"
}

attempt() { # FAULT ARG…: the script from the state before, where that goes wrong
  PATH=$usual find . -mindepth 1 -delete
  PATH=$usual cp -a "$faults/before/." .
  PATH=$usual rm -f "$faults"/*.n
  : >"$faults/log"
  status=0
  FAULT=$1 PATH=$faults/bin:$PATH timeout 10 bash "$SCRIPT" "${@:2}" \
    >"$faults/out" 2>"$faults/err" </dev/null || status=$?
  # Whether what stands before it in a pipeline still finds it there is chance.
  out=$(<"$faults/out") err=$(PATH=$usual grep -v ': Broken pipe$' "$faults/err")
}

# Programs of a pipeline begin in any order: filters are passed over in the log, and it tells nothing of one
# that goes wrong.
filters() {
  case $1 in awk | cat | cut | date | grep | head | jq | rm | sed | sort | tail | tr | wc) ;; *) return 1 ;; esac
}
stopped() { # CALL
  local name here=false
  ((status != 0 && status != 124)) || return 1
  ! filters "${1% *}" || return 0
  while read -r name; do
    if [[ $name == here ]]; then here=true; elif $here && ! filters "$name"; then return 1; fi
  done <"$faults/log"
}

kept() { [[ -z ${PROMISES-} || $'\n'$PROMISES$'\n' == *$'\n'"$1"$'\n'* ]]; }
named() { ((status == 0)) && ! grep '^kubectl ' "$STUB_LOG" | grep -qv -- ' --context elsewhere '; }
# The checks of the test itself are for another run.
body=$(declare -f check)
eval "counted ${body#check }"
check() { :; }
promise() { # NAME COMMAND…
  printf 'promise: %s\n' "$1"
  counted "$@"
}

run() {
  local name call n words silent fails garbled apart
  local -A count=()
  PATH=$usual rm -rf "$faults/before"
  PATH=$usual cp -a . "$faults/before"
  for name in .stubs/* $TOOLS; do wrapped "${name##*/}"; done
  wrapped sleep
  attempt '' "$@"
  [[ $status -eq 0 && " $* " != *' --dry-run '* && -s $faults/log ]] || return 0
  for name in $(<"$faults/log"); do
    n=$((${count[$name]-0} + 1)) count[$name]=$n call="$name $n"
    [[ $name != sleep ]] && ((n <= 4)) || continue
    silent="$call is silent: it stops" fails="$call fails: it stops" garbled="$call is garbled: it stops"
    apart="$call: failure and silence are told apart"
    if kept "$silent" || kept "$apart"; then
      attempt "$call is silent" "$@"
      words=${err:+$err$'\n'}
      if kept "$silent"; then promise "$silent" stopped "$call"; fi
    fi
    if kept "$fails" || kept "$apart"; then
      attempt "$call fails" "$@"
      if kept "$fails"; then promise "$fails" stopped "$call"; fi
      err=${err:+$err$'\n'}
      if kept "$apart"; then promise "$apart" test "${err//"$name: it went wrong"$'\n'/}" != "$words"; fi
    fi
    if kept "$garbled"; then
      attempt "$call is garbled" "$@"
      promise "$garbled" stopped "$call"
    fi
  done
  words='each call of kubectl names the context that is asked for'
  if [[ " $TOOLS " == *' kubectl '* && " $* " != *' --context '* ]] && kept "$words"; then
    : >"$faults/before/.stub-log"
    attempt '' "$@" --context elsewhere
    promise "$words" named
  fi
  finish
  exit
}
"""


def tools_to_fail(entry: Entry) -> str:
    """The programs that `entry` says it needs, separated by blanks, without those that only start others."""
    return " ".join(shlex.quote(each) for each in entry.requires.tools if each not in _LAUNCHERS)


def promises_kept(stdout: str, stderr: str) -> tuple[str, ...]:
    """The promises that a run of the test without a selection kept, in order."""
    broken: Collection[str] = frozenset(_BROKEN.findall(stderr))
    return tuple(each for each in dict.fromkeys(_PROMISE.findall(stdout)) if each not in broken)
