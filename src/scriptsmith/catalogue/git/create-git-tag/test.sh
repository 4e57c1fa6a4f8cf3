#!/usr/bin/env bash
. "$HARNESS"

export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=ann GIT_AUTHOR_EMAIL=ann@example.org GIT_COMMITTER_NAME=ann GIT_COMMITTER_EMAIL=ann@example.org
git init -q -b main r
g() { git -C r "$@"; }
commit() { # FILE TEXT: one commit that writes TEXT to FILE
  printf '%s\n' "$2" >"r/$1"
  g add -A && g commit -q -m "$1: ${2%%$'\n'*}"
}
commit a.txt one
head=$(g rev-parse HEAD)

run --tag v1.4.2 --repository r --dry-run
check 'a dry run says what it would tag' grep -qE "^would tag: ${head:0:12} as v1.4.2 \([0-9-]+ a.txt: one\)$" <<<"$out"
check 'nothing is warned of' test -z "$err"
check 'a dry run tags nothing' test -z "$(g tag)"
run --tag v1.4.2 --repository r
check 'it succeeds' test "$status" -eq 0
check 'the tag leads to the commit' test "$(g rev-parse 'v1.4.2^{commit}')" = "$head"
check 'it is annotated' test "$(g cat-file -t v1.4.2)" = tag
check 'it has a message' test "$(g tag -l --format='%(contents:subject)' v1.4.2)" = 'Release v1.4.2'
run --tag v1.4.2 --repository r
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && grep -q "exists already" <<<"$2"' _ "$status" "$out"
commit a.txt two
printf 'dirty\n' >r/a.txt
run --tag v1.4.2 --repository r
check 'a tag is never moved' bash -c '[ "$1" -eq 3 ] && [ "$(git -C r rev-parse "v1.4.2^{commit}")" = "$2" ]' _ "$status" "$head"
run --tag v2 --message '--force; $(touch pwned)' --repository r
check 'a message is only a message' test "$(g tag -l --format='%(contents:subject)' v2)" = '--force; $(touch pwned)'
check 'changes that are not committed are warned of' grep -q 'not committed' <<<"$err"
run --tag v3 --message '#4711 hotfix' --repository r
check 'a message may begin with a number sign' test "$(g tag -l --format='%(contents:subject)' v3)" = '#4711 hotfix'
g tag light
run --tag light --repository r
check 'a lightweight tag is no annotated one' bash -c '[ "$1" -eq 3 ] && grep -q "lightweight" <<<"$2"' _ "$status" "$err"
g checkout -q -- a.txt; touch -d '1 hour ago' r/a.txt; before=$(cksum <r/.git/index)
run --tag v4 --repository r --dry-run
check 'looking writes nothing' test "$(cksum <r/.git/index)" = "$before"
git clone -q --bare r bare.git
run --tag v4 --repository bare.git --dry-run
check 'a bare repository can be tagged' bash -c '[ "$1" -eq 0 ] && [ -z "$2" ]' _ "$status" "$err"
run --tag v4 --message $'two\nlines' --repository r --dry-run
check 'a message is one line' test "$status" -eq 2
GIT_COMMITTER_NAME='' run --tag v4 --repository r --dry-run
check 'a tag of nobody is refused' bash -c '[ "$1" -eq 3 ] && grep -q "who you are" <<<"$2"' _ "$status" "$err"
run --tag v4 --repository "$PWD/r" --dry-run
check 'an absolute path is taken' test "$status" -eq 0
git clone -q r "$HOME/my agent"
run --tag v4 --repository '~/my agent' --dry-run
check 'a ~ that the shell left alone is the home' test "$status" -eq 0
git clone -q r tilde && mv tilde '~'
HOME=$PWD/r run --tag v4 --repository '~' --dry-run
check 'also one alone' grep -q "^would tag: $(g rev-parse --short=12 HEAD) " <<<"$out"
run --tag v4 --repository '' --dry-run
check 'an empty path is refused' test "$status" -eq 2
mkdir plain
run --tag v4 --repository plain --dry-run
check 'a directory without a repository is refused' bash -c '[ "$1" -eq 3 ] && grep -q "plain is no git repository" <<<"$2"' _ "$status" "$err"
git init -q empty
run --tag v1 --repository empty
check 'a repository without commits is refused' test "$status" -eq 3
run --tag v1 --repository nowhere
check 'a missing directory is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such directory" <<<"$2"' _ "$status" "$err"
run --repository r
check 'the name is required' test "$status" -eq 2
run --tag -d --repository r
check 'an option is no tag' test "$status" -eq 2
run --tag 'a..b' --repository r
check 'a name that git does not take is refused' test "$status" -eq 2
run --tag 'x; touch pwned' --repository r
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
