#!/usr/bin/env bash
# Count the lines that contain a text in each log file below a directory, most first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: count-log-errors [--text TEXT] [--directory DIR] [--pattern GLOB]

Count, for each file below DIR (default /var/log) whose name matches GLOB (default *.log, *.out, *.err, and
text files without a suffix, such as syslog and messages), the lines that contain TEXT (default
"error"), and list the files that have any, most lines first. TEXT is taken literally, it is no
regular expression; small and capital letters are the same. How many other files there are is told.
A link to a file counts as the file, unless that is counted already. Compressed files are not looked into. Linked directories, and other file systems mounted below DIR,
are not entered; they are named.

  --text TEXT      what a counted line contains, one line
  --directory DIR  where to look
  --pattern GLOB   which names count as logs
  --help           show this text

Exit status: 0 done (whether or not any line was found), 1 some file or directory could not be read
(the others are counted), 2 wrong usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'count-log-errors: %s\n' "$2" >&2
  exit "$1"
}

text=error directory=/var/log pattern='*.log'
while (($# > 0)); do
  case $1 in
    --text | --directory | --pattern)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --text) text=$2 ;;
        --directory) directory=$2 ;;
        --pattern) pattern=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

# An empty text would be in every line, and grep takes the lines of a longer one as alternatives.
[[ -n $text && $text != *$'\n'* ]] || die 2 "--text takes one line that is not empty"
[[ -n $directory ]] || die 2 "--directory must not be empty"
[[ -n $pattern && $pattern != */* ]] || die 2 "--pattern takes a file name pattern without a slash, not '$pattern'"
# A name such as "-x" or "(" must not become part of what find is asked.
[[ $directory == /* ]] || directory=./$directory
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"
for tool in find grep sort stat readlink; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# A log without a suffix (syslog, messages, secure) is one too, and catalina.out and HOST.err of MySQL, unless another name is
# asked for.
logs=(-name "$pattern")
if [[ $pattern == '*.log' ]]; then logs=(\( -name '*.log' -o -name '*.out' -o -name '*.err' -o ! -name '*.*' \)); fi
# The last record is the exit status of find.
mapfile -d '' -t files < <(
  find_status=0
  find "${directory%/}/" -xdev -ignore_readdir_race \( -type f \( "${logs[@]}" -printf '+%p\0' -o -printf '-\0' \) \) \
    -o \( -type d -printf '@%D %p\0' \) -o \( -type l -xtype d -printf '@ %p\0' \) \
    -o \( -type l -xtype f "${logs[@]}" -printf '+%p\0' \) || find_status=$?
  printf '%s\0' "$find_status"
)
unreadable=0
if [[ ${files[-1]} != 0 ]]; then unreadable=1; fi
unset 'files[-1]'

top=$(readlink -f -- "$directory") || die 1 "cannot look at $directory"
declare -A counted=()
for file in "${files[@]}"; do
  if [[ $file == +* && ! -L ${file#+} ]]; then counted[${top%/}/${file#"+${directory%/}/"}]=yes; fi
done
total=0 searched=0 with_hits=0 others=0 rows='' closed=()
device=$(stat -L -c %d -- "$directory") || die 1 "cannot look at $directory"
for file in "${files[@]}"; do
  # A directory: one on the file system of DIR was entered.
  if [[ $file == @* ]]; then
    [[ ${file%% *} == "@$device" ]] || closed+=("${file#* }")
    continue
  fi
  # A link stands for its file, as in /var/log/containers, once, and not for one that counts by its own name.
  if [[ -L ${file#+} ]]; then
    real=$(readlink -f -- "${file#+}") || continue
    [[ -z ${counted[$real]:-} ]] || continue
    counted[$real]=yes
  fi
  # Without a suffix it may be a table of logins or the like: such are no text at their beginning.
  if [[ $file == - ]] || { [[ ${file##*/} != *.* && -s ${file#+} && -r ${file#+} ]] && ! LC_ALL=C.UTF-8 grep -q -I -e '' -- "${file#+}"; }; then
    others=$((others + 1))
    continue
  fi
  file=${file#+} status=0
  # As text even where a stray zero byte makes grep take the file for a binary one.
  count=$(grep --count --text --ignore-case --fixed-strings -e "$text" -- "$file") || status=$?
  if ((status > 1)); then
    unreadable=$((unreadable + 1)) # grep has said why
    continue
  fi
  searched=$((searched + 1))
  ((count > 0)) || continue
  if [[ $file == *[[:cntrl:]]* ]]; then file=${file@Q}; fi
  printf -v row '%9d  %s\n' "$count" "$file"
  rows+=$row
  with_hits=$((with_hits + 1)) total=$((total + count))
done

if ((with_hits > 0)); then printf '%s' "$rows" | LC_ALL=C sort -k1,1nr -k2; fi
printf '%d lines in %d of %d files\n' "$total" "$with_hits" "$searched"
((others == 0)) || printf 'not looked into: %d other files there (--pattern chooses)\n' "$others"
for file in ${closed[@]+"${closed[@]}"}; do
  if [[ $file == *[[:cntrl:]]* ]]; then file=${file@Q}; fi
  printf 'not entered, a link or another file system: %s\n' "$file"
done
((unreadable == 0)) || die 1 "some files could not be read, they are not counted"
