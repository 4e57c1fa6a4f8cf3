#!/usr/bin/env bash
# Find processes whose program lies in a temporary directory, in memory or is deleted.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-processes-in-temporary-directories

Look at the program and the working directory of each process, and list those that run from /tmp,
/var/tmp, /dev/shm or a user's run directory, from below a directory that everybody may write to,
from memory alone, or from a file that is deleted, wherever it lay. Miners and implants often do. A
program that was replaced by another of its name, as an upgrade does, is named apart. Kernel threads have no program and are passed over. To end
one, keep a copy first: cp /proc/PID/exe.

  --help  show this text

Exit status: 0 none was found, 1 some were, or not all could be looked at, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'find-processes-in-temporary-directories: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

for tool in readlink ps stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "this needs root"
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }

temporary() { [[ $1 == /tmp/* || $1 == /var/tmp/* || $1 == /dev/shm/* || $1 == /run/user/* || $1 == /run/shm/* ]]; }
exposed() { # PID FILE: may everybody write to a directory above it?
  local at=$2 above=()
  while [[ $at == */* ]]; do at=${at%/*} above+=("/proc/$1/root$at/"); done
  [[ $(stat -L -c :%a: -- "${above[@]}" 2>/dev/null) =~ [2367]: ]]
}
# An interpreter, or the loader, lies in its own place; what it runs is the first word that is a file, or what stands behind -c and the like.
interpreted() { # PID PROGRAM: sets $file, empty for others
  local words=() word code=false letter=e
  file=''
  case ${2##*/} in
    sh | bash | dash | zsh | busybox | python*) letter=c ;;
    perl* | ruby* | node | java | ld-*.so*) ;;
    php*) letter=r ;;
    *) return 0 ;;
  esac
  { mapfile -d '' -t words <"/proc/$1/cmdline"; } 2>/dev/null || return 0
  for word in "${words[@]:1}"; do
    # What an option takes, as of -o pipefail, is a word that is no file.
    if $code || { [[ $word != -* ]] && { temporary "$word" || [[ -e /proc/$1/cwd/$word || ($word == /* && -e /proc/$1/root$word) ]]; }; }; then
      file=$word
      break
    fi
    if [[ $word =~ ^-[A-Za-z]*$letter$ && $word != -jar ]]; then code=true; fi
  done
}
looked=0 found=0 hidden=0
declare -A replaced=()
for directory in /proc/[0-9]*; do
  pid=${directory#/proc/}
  [[ $pid != "$$" ]] || continue
  if ! program=$(readlink "$directory/exe" 2>/dev/null); then
    first='' # a kernel thread has neither program nor arguments; one that has ended has no folder
    { IFS= read -r -d '' first <"$directory/cmdline"; } 2>/dev/null || true
    if [[ -n $first ]]; then hidden=$((hidden + 1)); fi
    continue
  fi
  why='' looked=$((looked + 1))
  if [[ $program == *memfd:* ]]; then
    why='runs from memory alone'
  elif temporary "$program"; then
    why='runs from a temporary directory'
    [[ $program != *' (deleted)' ]] || why+=', and its file is deleted'
  elif [[ $program == *' (deleted)' && ! -e $directory/root${program%' (deleted)'} ]]; then
    why='runs from a file that is deleted'
  elif exposed "$pid" "$program"; then
    why='runs from below a directory that everybody may write to'
  else
    [[ $program != *' (deleted)' ]] || replaced[${program%' (deleted)'}]+=" $pid"
    program=${program%' (deleted)'}
    interpreted "$pid" "$program"
    if temporary "$file" || { [[ $file == /* ]] && exposed "$pid" "$file"; }; then why="an interpreter runs $(shown "$file")"; fi
    if [[ -z $why && ${program##*/} =~ ^(sh|bash|dash|zsh|busybox|python.*|perl.*|ruby.*|php.*|node|nc|ncat|socat)$ ]]; then
      place=$(readlink "$directory/cwd" 2>/dev/null) || place='' # what is named without a path is told by the directory
      if temporary "$place/"; then why="an interpreter at work in $(shown "$place")"; fi
    fi
  fi
  [[ -n $why ]] || continue
  found=$((found + 1))
  about=$(ps -ww -o user=,lstart=,args= -p "$pid" 2>/dev/null) || about=''
  printf 'process %s  %s: %s\n' "$pid" "$why" "$(shown "$program")"
  [[ -z $about ]] || printf '  %s\n' "$(shown "${about:0:300}")"
done
((looked > 0)) || die 1 "no process can be looked at"
for program in "${!replaced[@]}"; do printf 'replaced since it was started, as an upgrade does: %s, process%s\n' "$(shown "$program")" "${replaced[$program]}"; done
printf '%d processes looked at for programs below /tmp, /var/tmp, /dev/shm, /run/user or what everybody may write to, in memory or deleted, %d findings\n' "$looked" "$found"
((hidden == 0)) || die 1 "$hidden processes could not be looked at: run as root, on the host itself"
((found == 0)) || exit 1
