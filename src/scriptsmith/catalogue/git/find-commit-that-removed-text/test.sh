#!/usr/bin/env bash
. "$HARNESS"

export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=ann GIT_AUTHOR_EMAIL=ann@example.org GIT_COMMITTER_NAME=ann GIT_COMMITTER_EMAIL=ann@example.org
git init -q -b main r
g() { git -C r "$@"; }
commit() { # FILE TEXT: one commit that writes TEXT to FILE
  printf '%s\n' "$2" >"r/$1"
  g add -A && g commit -q -m "$1: ${2%%$'\n'*}"
}
mkdir r/conf
commit conf/db.yml $'host: a\nretry_limit: 5'
commit other.txt 'x'
commit conf/db.yml 'host: a'
gone=$(g rev-parse HEAD)
commit other.txt 'y'

run --text retry_limit --repository r
check 'the commit that removed the text is found' grep -q "^removed it: $gone (1 lines before, 0 after)" <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'who and when is told' grep -qE '^  [0-9-]+ [0-9:]+ [+-][0-9]+ ann: conf/db.yml: host: a$' <<<"$out"
check 'the file is named' grep -qE $'^M\tconf/db.yml$' <<<"$out"
check 'commits before it are left out' test "$(grep -c 'added it' <<<"$out")" -eq 0
run --text retry_limit --repository r --path conf/db.yml
check 'one file can be asked for' grep -q "^removed it: $gone" <<<"$out"
run --text retry_limit --repository r --path other.txt
check 'another file never had it' test "$status" -eq 1
run --text 'host: a' --repository r
check 'a text that is still there is told so' bash -c '[ "$1" -eq 1 ] && grep -q "still in the current commit" <<<"$2" && grep -q "added it" <<<"$2"' _ "$status" "$out"
run --text 'no.such.text' --repository r
check 'a text that never was is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "ever added" <<<"$2"' _ "$status" "$err"
run --text 'retry.limit' --repository r
check 'the text is no pattern' test "$status" -eq 1
run --text '--all' --repository r
check 'an option is only a text' test "$status" -eq 1
mkdir r/deep r/other
commit deep/x $'keep\nguard = on'; commit deep/x keep; gone=$(g rev-parse HEAD); commit other/y z
run --text 'guard = on' --repository r/other
check 'from a folder of it the whole repository is searched' grep -q "^removed it: $gone (1 lines before, 0 after)" <<<"$out"
commit again 'flag = on'; commit again off; early=$(g rev-parse HEAD)
g checkout -q -b back; commit again 'flag = on'; g checkout -q main; commit other.txt v
g merge -q -s ours back -m 'merge back'; lost=$(g rev-parse HEAD)
for path in . again; do
  run --text 'flag = on' --repository r --path "$path"
  check "a merge that took one side's files is found, and no removal before it ($path)" bash -c 'grep -q "^removed it: $1 (1 lines before, 0 after)" <<<"$2" && ! grep -q "$3" <<<"$2"' _ "$lost" "$out" "$early"
done
commit moved 'mode = fast'; commit moved slow; gone=$(g rev-parse HEAD)
for n in 1 2 3 4 5 6; do commit "add$n" 'mode = fast'; done
run --text 'mode = fast' --repository r
check 'a removal before many additions is found' grep -q "^removed it: $gone (1 lines before, 0 after)" <<<"$out"
check 'not all of the additions are shown' test "$status:$(grep -c '^added it' <<<"$out")" = 0:5
real=$(command -v git)
for which in HEAD "$gone"; do
  stub git <<<"[[ \" \$* \" != *' grep '*\" $which \"* ]] || { echo 'fatal: unable to read tree' >&2; exit 128; }; exec $real \"\$@\""
  run --text 'mode = fast' --repository r
  check "a commit that cannot be searched has not lost it: $which" test "$status:$(grep -c '^removed' <<<"$out"):$(grep -c 'could not be searched' <<<"$err")" = 1:0:1
done
rm .stubs/git
git clone -q --depth 2 "file://$PWD/r" shallow
run --text 'flag = on' --repository shallow
check 'a shallow clone is refused' bash -c '[ "$1" -eq 3 ] && grep -q "git fetch --unshallow" <<<"$2"' _ "$status" "$err"
git init -q empty
run --text x --repository empty
check 'a repository without commits is refused' test "$status" -eq 3
run --repository r
check 'the text is required' test "$status" -eq 2
run --text '$(touch pwned); touch pwned' --repository r
check 'a hostile text runs nothing' bash -c '[ "$1" -eq 1 ] && [ ! -e pwned ]' _ "$status"
HOME=$PWD/nobody run --text x --repository '~/nothing'
check 'a ~ that the shell left alone is the home' grep -qx '.*no such directory: .*/nobody/nothing' <<<"$err"
finish
