#!/usr/bin/env bash
# Find the git commit that removed a text from the files of the current branch.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-commit-that-removed-text --text TEXT [--path PATH] [--repository DIR]

Print the commit after which the text is found less often than before, the newest first, with its
files. When the text is still in the current commit that is said, and the last commits that
changed how often it occurs are shown. A merge that lost it counts, also when it took one side's
files. The last 50 commits that touched the text are looked at; a shallow clone is refused. The text
is compared literally, upper and lower case differ. A long history takes minutes.

  --text TEXT       text that was removed, taken literally
  --path PATH       only this file or directory, as the repository names it (default .)
  --repository DIR  repository to look into (default .)
  --help            show this text

Exit status: 0 a commit was found, 1 none was or it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-commit-that-removed-text: %s\n' "$2" >&2
  exit "$1"
}

text='' path=. repository=.
while (($# > 0)); do
  case $1 in
    --text | --path | --repository)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --text) text=$2 ;;
        --path) path=$2 ;;
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

[[ -n $text ]] || die 2 "--text is required (see --help)"
[[ -n $path ]] || die 2 "--path must not be empty"
command -v timeout >/dev/null || die 3 "timeout (coreutils) is not installed"
[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
command -v git >/dev/null || die 3 "git is not installed"
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
git -C "$repository" rev-parse --git-dir >/dev/null 2>&1 ||
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
# Paths are those of the repository, also where a folder of it was named.
if top=$(git -C "$repository" rev-parse --show-toplevel 2>/dev/null) && [[ -n $top ]]; then repository=$top; fi
g() { timeout 600 git -C "$repository" -c color.ui=never -c log.showSignature=false --literal-pathspecs "$@"; }
g rev-parse --verify --quiet HEAD >/dev/null || die 3 "the repository has no commit"
inside=$path
if [[ $inside == . ]]; then inside=''; fi
still=$(g grep --count --fixed-strings -e "$text" HEAD -- ${inside:+"$inside"}) || (($? == 1)) || die 1 "the current commit could not be searched (or not within 10 minutes)"
[[ $(g rev-parse --is-shallow-repository) == false ]] || die 3 "the history of this clone is cut: git fetch --unshallow first"
# A merge stands in it once for each parent that it differs from.
listed=$(g log -m -S"$text" --full-history --no-patch --max-count=50 --format='%H %P' -- ${inside:+"$inside"}) || die 1 "the history could not be searched (or not within 10 minutes)"
[[ -n $listed ]] || die 1 "no commit of the current branch ever added or removed this text"
commits=()
declare -A times=() above=()
while read -r commit parents; do
  [[ -n ${times[$commit]:-} ]] || commits+=("$commit")
  times[$commit]=$((${times[$commit]:-0} + 1))
  above[$commit]=$parents
done <<<"$listed"
occurrences() { # COMMIT: how many lines of it hold the text
  local line lines sum=0
  lines=$(g grep --count --fixed-strings -e "$text" "$1" -- ${inside:+"$inside"}) || (($? == 1)) || die 1 "commit $1 could not be searched"
  while IFS= read -r line; do
    if [[ $line =~ :([0-9]+)$ ]]; then sum=$((sum + BASH_REMATCH[1])); fi
  done < <(printf '%s\n' "$lines")
  printf '%d' "$sum"
}
found=false shown=0
for commit in "${commits[@]}"; do
  if $found && { [[ -z $still ]] || ((shown >= 5)); }; then break; fi
  read -r -a parents <<<"${above[$commit]}"
  from=${parents[0]:-} after=$(occurrences "$commit") before=0 difference=(--root "$commit")
  if ((times[$commit] < ${#parents[@]})); then
    # It is as one parent. Where another had brought the text since they parted, the merge lost it.
    ((${#parents[@]} == 2)) || continue
    base=$(g merge-base "${parents[@]}") || base=''
    had=0
    if [[ -n $base ]]; then had=$(occurrences "$base"); fi
    one=$(occurrences "${parents[0]}")
    two=$(occurrences "${parents[1]}")
    ((after < one + two - had)) || continue
    if ((after < two && had < two)); then from=${parents[1]}; elif ((after >= one || had >= one)); then continue; fi
  fi
  if [[ -n $from ]]; then
    before=$(occurrences "$from")
    difference=("$from" "$commit")
  fi
  word='changed it'
  if ((after < before)); then word='removed it'; fi
  if ((after > before)); then word='added it'; fi
  if ((shown < 5)) || { ((after < before)) && ! $found; }; then
    shown=$((shown + 1))
    line=$(g log -1 --date=iso --format='%ad %an: %s' "$commit")
    printf '%s %s (%d lines before, %d after)\n  %s\n' "$word:" "$commit" "$before" "$after" "${line//[[:cntrl:]]/?}"
  fi
  if ((after < before)) && ! $found; then
    found=true
    g diff-tree --no-commit-id --name-status -r -S"$text" "${difference[@]}" -- ${inside:+"$inside"} || die 1 "the files of the commit cannot be read"
  fi
done
if [[ -n $still ]]; then
  printf 'note: the text is still in the current commit\n'
fi
$found || die 1 "none of the last commits that touched this text removed it"
