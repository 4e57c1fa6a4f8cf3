#!/usr/bin/env bash
. "$HARNESS"

export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=ann GIT_AUTHOR_EMAIL=ann@example.org GIT_COMMITTER_NAME=ann GIT_COMMITTER_EMAIL=ann@example.org
git init -q -b main r
g() { git -C r "$@"; }
commit() { # FILE TEXT: one commit that writes TEXT to FILE
  printf '%s\n' "$2" >"r/$1"
  g add -A && g commit -q -m "$1: ${2%%$'\n'*}"
}
commit 'app conf' $'one\ntwo\nthree\nfour'
export GIT_AUTHOR_NAME=bob
commit 'app conf' $'one\nTWO\nthree\nfour'
changed=$(g rev-parse --short=12 HEAD)
printf 'not committed\n' >'r/app conf'

run --file 'app conf' --line 2 --lines 1 --repository r
check 'the author of a line is shown' grep -qE "^${changed:0:11}[0-9a-f]? .*\(bob +[0-9-]{10} +2\) TWO$" <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'that the file has other lines in the working tree is told' grep -q 'not committed; the lines are counted without them' <<<"$err"
check 'only that line is shown' test "$(grep -cE '\) (one|three|not)' <<<"$out")" -eq 0
check 'its commit is named' grep -qE ' bob <ann@example.org>: app conf: one$' <<<"$out"
run --file './app conf' --line 1 --repository r
check 'more lines end at the end of the file' test "$(grep -cE '\) (one|TWO|three|four)$' <<<"$out")" -eq 4
check 'each commit is named once' test "$(grep -c '<ann@example.org>:' <<<"$out")" -eq 2
run --file 'app conf' --line 9 --repository r
check 'a line beyond the end is refused' bash -c '[ "$1" -eq 3 ] && grep -q "only 4 lines" <<<"$2"' _ "$status" "$err"
run --file absent --line 1 --repository r
check 'a file that is not in the commit is refused' test "$status" -eq 3
run --file 'app conf' --line 1 --repository nowhere
check 'a missing directory is refused' test "$status" -eq 3
printf 'x\n' >'r/app conf'; g checkout -q -- 'app conf'; commit other y
git clone -q --depth 1 "file://$PWD/r" shallow
run --file 'app conf' --line 2 --repository shallow
check 'where the history is cut nobody is named for sure' bash -c '[ "$1" -eq 1 ] && grep -q "git fetch --unshallow" <<<"$2"' _ "$status" "$err"
run --file 'app conf' --line 1 --lines 1 --repository r
check 'the first commit of all is no cut' test "$status:$err" = 0:
git init -q empty
run --file x --line 1 --repository empty
check 'a repository without commits is refused' test "$status" -eq 3
run --file 'app conf' --repository r
check 'the line is required' test "$status" -eq 2
run --file 'app conf' --line 0 --repository r
check 'line 0 is refused' test "$status" -eq 2
run --file /etc/passwd --line 1 --repository r
check 'an absolute path is refused' test "$status" -eq 2
run --file '--contents=/etc/passwd' --line 1 --repository r
check 'an option is no file' test "$status" -eq 3
run --file '$(touch pwned)' --line 1 --repository r
check 'nothing hostile ran' test ! -e pwned
HOME=$PWD/nobody run --file x --line 1 --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
