#!/usr/bin/env bash
# Check the sudoers files for syntax errors.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-sudoers-syntax [--file FILE]

Have visudo check a sudoers file with all that it includes, and for the system's own also owner
and mode, without changing anything. An alias that is used and not defined is a fault of the whole. A
file in /etc/sudoers.d is checked together with the others too. Files in sudoers.d that sudo ignores
for their names are named. Look at this before a new file goes to sudoers.d: with a fault in it sudo
may refuse everybody.

  --file FILE  file to check (default /etc/sudoers)
  --help       show this text

Exit status: 0 in order, 1 there is a fault, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-sudoers-syntax: %s\n' "$2" >&2
  exit "$1"
}

file=/etc/sudoers
while (($# > 0)); do
  case $1 in
    --file)
      (($# >= 2)) || die 2 "$1 needs a value"
      file=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $file != -* ]] || file=./$file
# visudo lies in sbin, which is not on the path of every user.
PATH=$PATH:/usr/sbin:/sbin
for tool in visudo realpath stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -f $file ]] || die 3 "no such file: $file"
[[ -r $file ]] || die 3 "cannot read $file (run this as root)"

options=(-c)
# Of the system's own file, visudo looks at owner and mode as well, but only if it is not named. Of an alias that is not
# defined it only warns without -s; that of a part may be defined in another file.
if [[ $file == /etc/sudoers ]]; then options+=(-s); else options+=(-f "$file"); fi
rc=0
answer=$(LC_ALL=C visudo "${options[@]}" 2>&1 </dev/null) || rc=$?
[[ -z $answer ]] || printf '%s\n' "$answer" | tr -d '\000-\010\013-\037\177'
((rc == 0)) || die 1 "$file or a file that it includes is not in order"

# sudo passes over such names, so that a good rule in them has no effect. A link counts by its own name and place, by owner
# and mode of what it leads to.
full=$(realpath -s -- "$file")
ignored() { # FILE: is it passed over in sudoers.d for its name
  [[ ${1##*/} == *.* || $1 == *~ ]]
}
others=("$full")
if [[ $file == /etc/sudoers ]]; then others=(/etc/sudoers.d/*); fi
for other in "${others[@]}"; do
  if [[ $other == */sudoers.d/* && -f $other ]] && ignored "$other"; then
    printf 'warning: sudo ignores %s: the name of a file in sudoers.d must not hold a dot or end in ~\n' "${other//[[:cntrl:]]/?}" >&2
  fi
done
if [[ $full == */sudoers.d/* && $(stat -L -c %u -- "$file") != 0 ]]; then
  die 1 "$file does not belong to root, so sudo ignores it"
fi
mode=$(stat -L -c '%a %g' -- "$file")
# What its group may write counts only for another group than that of root.
if [[ $full == */sudoers.d/* ]] && (((8#${mode% *} & 8#002) != 0 || ((8#${mode% *} & 8#020) != 0 && ${mode#* } != 0))); then
  die 1 "$file is writable by others, so sudo ignores it"
fi
if [[ $full == /etc/sudoers.d/* ]]; then
  together=$(LC_ALL=C visudo -c -s -f /etc/sudoers 2>&1 </dev/null) || {
    printf '%s\n' "$together" | tr -d '\000-\010\013-\037\177'
    die 1 "$file has no fault by itself, but all files of sudo together do"
  }
elif [[ $file != /etc/sudoers ]]; then
  printf 'note: %s was checked by itself; an alias that another file defines too is a fault once it is in place\n' "$file" >&2
fi
printf 'in order: %s\nnote: that is the syntax; whom the rules in place let in, sudo -l -U NAME tells\n' "$file"
