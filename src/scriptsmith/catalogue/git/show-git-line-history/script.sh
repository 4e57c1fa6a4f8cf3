#!/usr/bin/env bash
# Show for some lines of a file which commit last changed each of them, by whom, and when.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-git-line-history --file FILE --line N [--lines N] [--repository DIR]

The lines are those of the current commit, not of changes in the working tree that were not
committed. Lines that were only moved or copied within the file are followed to their origin, and
changes of white space are passed over. At the end each commit is named with its subject. In a
shallow clone older lines stand at the commit where its history is cut: that is told, and status 1.

  --file FILE       file, relative to the repository
  --line N          first line to show
  --lines N         how many lines to show, from there on (default 5)
  --repository DIR  repository to look into (default .)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-git-line-history: %s\n' "$2" >&2
  exit "$1"
}

file='' line='' lines=5 repository=.
while (($# > 0)); do
  case $1 in
    --file | --line | --lines | --repository)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --line) line=$2 ;;
        --lines) lines=$2 ;;
        --repository) repository=$2 ;;
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

[[ -n $file ]] || die 2 "--file is required (see --help)"
[[ $line =~ ^0*[1-9][0-9]{0,7}$ ]] || die 2 "--line takes a whole number above 0, not '$line'"
line=$((10#$line))
[[ $lines =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--lines takes a whole number above 0, not '$lines'"
lines=$((10#$lines))
[[ $file != /* ]] || die 2 "--file takes a path relative to the repository, not '$file'"
[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
command -v git >/dev/null || die 3 "git is not installed"
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
git -C "$repository" rev-parse --git-dir >/dev/null 2>&1 ||
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
g() { git -C "$repository" "$@"; }
g rev-parse --verify --quiet HEAD >/dev/null || die 3 "the repository has no commit"
file=${file#./}
prefix=$(g rev-parse --show-prefix)
g cat-file -e "HEAD:$prefix$file" 2>/dev/null || die 3 "the current commit has no such file: $prefix$file"
[[ $(g cat-file -t "HEAD:$prefix$file") == blob ]] || die 3 "not a file: $file"

total=0
while IFS= read -r || [[ -n $REPLY ]]; do total=$((total + 1)); done < <(g cat-file blob "HEAD:$prefix$file")
((line <= total)) || die 3 "$file has only $total lines"
last=$((line + lines - 1))
if ((last > total)); then last=$total; fi

# In a working tree the lines may have moved since.
if [[ $(g rev-parse --is-inside-work-tree) == true ]] && ! g diff --quiet HEAD -- "$file" 2>/dev/null; then
  printf 'note: %s has changes that are not committed; the lines are counted without them\n' "$file" >&2
fi
table=$(g blame -w -M --date=short --abbrev=11 -L "$line,$last" HEAD -- "$file") || die 1 "git blame failed"
[[ -n $table ]] || die 1 "git blame told nothing"
declare -A seen=()
ids=()
cut=false
while IFS= read -r row; do
  row=${row//$'\t'/    }
  printf '%s\n' "${row//[[:cntrl:]]/?}"
  id=${row%% *}
  id=${id#^}
  # A boundary that has a parent, which is not here: a shallow clone.
  if [[ $row == ^* ]]; then
    whole=$(g cat-file commit "$id") || die 1 "commit $id cannot be read"
    if [[ ${whole%%$'\n\n'*} == *$'\nparent '* ]]; then cut=true; fi
  fi
  if [[ -z ${seen[$id]:-} ]]; then
    seen[$id]=1
    ids+=("$id")
  fi
done <<<"$table"
printf '\nwho wrote these lines (who indented them or moved them within the file does not count):\n'
for id in "${ids[@]}"; do
  subject=$(g log -1 --date=iso --format='%h %ad %an <%ae>: %s' "$id") || die 1 "commit $id cannot be read"
  printf '%s\n' "${subject//[[:cntrl:]]/?}"
done
! $cut || die 1 "the history of this clone is cut: lines with a ^ are of that commit or an older one, of somebody else perhaps; git fetch --unshallow brings it"
