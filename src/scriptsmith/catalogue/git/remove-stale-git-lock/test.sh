#!/usr/bin/env bash
. "$HARNESS"

export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=ann GIT_AUTHOR_EMAIL=ann@example.org GIT_COMMITTER_NAME=ann GIT_COMMITTER_EMAIL=ann@example.org
git init -q -b main r
g() { git -C r "$@"; }
commit() { # FILE TEXT: one commit that writes TEXT to FILE
  printf '%s\n' "$2" >"r/$1"
  g add -A && g commit -q -m "$1: ${2%%$'\n'*}"
}
stub fuser <<'STUB'
[[ ${!#} == *held* ]]
STUB
stub pgrep <<'STUB'
if [ -e busy ]; then cat busy; else exit 1; fi
STUB
commit a.txt one
for name in index.lock HEAD.lock refs/heads/held-not.lock; do : >"r/.git/$name"; done
mv r/.git/refs/heads/held-not.lock r/.git/refs/heads/main.lock
touch -d '1 hour ago' r/.git/index.lock r/.git/refs/heads/main.lock

run --repository r --dry-run
check 'a dry run names the lock' grep -qE '^would remove: /.*/r/.git/index.lock$' <<<"$out"
check 'a dry run removes nothing' test -e r/.git/index.lock
echo "$$" >busy
stub readlink <<'STUB'
if [[ ${!#} == /proc/*/cwd ]]; then echo "$(cd r && pwd -P)/sub"; else exec /usr/bin/readlink "$@"; fi
STUB
run --repository r
check 'while git works there, nothing is removed' bash -c '[ "$1" -eq 1 ] && [ -e r/.git/index.lock ] && grep -q "works in .*/r: its locks" <<<"$2"' _ "$status" "$err"
stub readlink <<'STUB'
if [[ ${!#} == /proc/*/cwd ]]; then exit 1; else exec /usr/bin/readlink "$@"; fi
STUB
run --repository r
check 'nor while it may work there' bash -c '[ "$1" -eq 1 ] && [ -e r/.git/index.lock ] && grep -q "cannot see where" <<<"$2"' _ "$status" "$err"
stub readlink <<'STUB'
if [[ ${!#} == /proc/*/cwd ]]; then echo /srv/elsewhere; else exec /usr/bin/readlink "$@"; fi
STUB
run --repository r --dry-run
check 'git that works elsewhere is no reason' test "$status" -eq 0
rm busy
mkdir -p r/.git/modules/lib r/.git/worktrees/other r/.git/annex
for name in modules/lib/index.lock worktrees/other/index.lock annex/mergedrefs.lock; do : >"r/.git/$name"; touch -d '1 hour ago' "r/.git/$name"; done
run --repository r
check 'those of submodules and worktrees go, those of other programs do not' test "$(find r/.git/modules r/.git/worktrees r/.git/annex -name '*.lock')" = r/.git/annex/mergedrefs.lock
for name in modules/lib/index.lock; do : >"r/.git/$name"; touch -d '1 hour ago' "r/.git/$name"; done
run --repository r
check 'also a single one' test ! -e r/.git/modules/lib/index.lock
rm -r r/.git/modules r/.git/worktrees r/.git/annex
mkdir -p r/.git/objects/info/commit-graphs r/.git/objects/ab; locks='r/.git/objects/maintenance.lock r/.git/objects/info/commit-graph.lock r/.git/objects/info/commit-graphs/commit-graph-chain.lock'
for name in $locks r/.git/objects/ab/some.lock; do : >"$name"; touch -d '1 hour ago' "$name"; done
run --repository r
check 'those of the commit graph and of maintenance go, too' test "$status:$(find r/.git/objects -name '*.lock')" = 0:r/.git/objects/ab/some.lock
rm -r r/.git/objects/ab
for name in index.lock refs/heads/main.lock; do : >"r/.git/$name"; touch -d '1 hour ago' "r/.git/$name"; done
stub rm <<<'echo "rm: cannot remove: Read-only file system" >&2; exit 1'
run --repository r
check 'a lock that cannot be removed is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not remove" <<<"$2"' _ "$status" "$err"
/bin/rm .stubs/rm
chown 65534 r/.git/index.lock 2>/dev/null # root may remove those of others, too
run --repository r
check 'it succeeds' test "$status" -eq 0
check 'old locks are gone' test ! -e r/.git/index.lock -a ! -e r/.git/refs/heads/main.lock
check 'each is named once' bash -c 'grep -qx "2 removed" <<<"$1" && [ "$(grep -c "^removed: .*index.lock" <<<"$1")" -eq 1 ]' _ "$out"
check 'a fresh lock stays' test -e r/.git/HEAD.lock
check 'git works again' g update-index --refresh
check 'nothing else is touched' test "$(g rev-list --count main)" -eq 1
run --repository r
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -qx "no lock file that is older than 10 minutes" <<<"$2"' _ "$status" "$out"
touch -d '9 minutes ago' r/.git/HEAD.lock
run --repository r
check 'nine minutes are not old enough' test "$status" -eq 0 -a -e r/.git/HEAD.lock
: >r/.git/held.lock; touch -d '1 hour ago' r/.git/held.lock
run --repository r
check 'a lock that is held open stays' bash -c '[ "$1" -eq 1 ] && [ -e r/.git/held.lock ]' _ "$status"
run --repository nowhere
check 'a missing directory is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such directory" <<<"$2"' _ "$status" "$err"
run --repository r --minutes 999999
check 'the most is taken' test "$status" -eq 0
run --repository r --minutes 1000000
check 'more is refused' test "$status" -eq 2
rm -f r/.git/held.lock
real=$(command -v git)
broken() { # WORDS COMMAND: a git that only does COMMAND where WORDS are among its arguments
  stub git <<EOF
[[ " \$* " != *' $1 '* ]] || $2
exec $real "\$@"
EOF
}
for question in --absolute-git-dir --git-common-dir; do
  broken "rev-parse $question" 'exit 128'
  run --repository r
  check "a git that does not answer is refused: $question" bash -c '[ "$1" -eq 3 ] && grep -q "cannot find the directory" <<<"$2"' _ "$status" "$err"
done
broken 'rev-parse --git-common-dir' 'exec echo gone'
run --repository r
check 'so is a directory that is not there' bash -c '[ "$1" -eq 3 ] && grep -q "cannot find the directory" <<<"$2"' _ "$status" "$err"
rm .stubs/git
run --repository "$PWD/r" --dry-run
check 'an absolute path is taken' test "$status" -eq 0
run --repository '' --dry-run
check 'an empty path is refused' test "$status" -eq 2
stub find <<<'exit 1'
run --repository r
check 'where it cannot be searched nobody says that there is none' test "$status:$(grep -c 'not all of .* could be searched' <<<"$err"):$(grep -c '^no lock' <<<"$out")" = 1:1:0
rm .stubs/find
mkdir plain
run --repository plain --dry-run
check 'a directory without a repository is refused' bash -c '[ "$1" -eq 3 ] && grep -q "plain is no git repository" <<<"$2"' _ "$status" "$err"
run --repository r --minutes 0
check 'locks of this moment are never taken' test "$status" -eq 2
run --repository r --minutes 'x; touch pwned'
check 'nothing hostile ran' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
# equivalent mutant d52dacde: whether a lock was seen is asked, never for its value
HOME=$PWD/nobody run --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
