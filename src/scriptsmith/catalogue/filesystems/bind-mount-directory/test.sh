#!/usr/bin/env bash
. "$HARNESS"

mkdir -p source 'the target' full 'of  it/source' 'the  place'
: >full/file
stub id <<<'echo 0'
# It stands for the mount that stat sees.
stub mount <<'EOF'
case $* in
  '--bind -- '*) [ ! -e .fails ] || exit 32; [ -e .ignored ] || echo "$4" >bound ;;
  *) exit 1 ;;
esac
EOF
stub findmnt <<<'case $* in *--mountpoint*) [ $# -eq 2 ] && [ -e other ] ;; *) printf "/\n%s\\\\x20x\n" "$PWD/source/in" ;; esac'
stub stat <<'EOF'
[ "$1 $2" = '-c %d:%i' ] || exit 1
case ${!#} in
  */source) echo 1:10 ;;
  "$(cat bound 2>/dev/null)") echo 1:10 ;;
  *) echo 1:20 ;;
esac
EOF
s=$PWD/source t="$PWD/the target"
run --source "$s" --target "$t" --dry-run
check 'a dry run says what it would do' grep -qx "would mount: $s at $t (bind)" <<<"$out"
check 'what is mounted below is named' grep -qx "note: $s/in x, which is mounted below it, will be empty there" <<<"$err"
check 'a dry run mounts nothing' test ! -e bound
: >.ignored
run --source "$s" --target "$t"
check 'a mount that does not show is a failure' test "$status" -eq 1
rm .ignored
run --source "$s" --target "$t/"
check 'it succeeds' test "$status" -eq 0
check 'it is mounted' grep -qx "$t" bound
check 'the line for fstab has no blank in a name' grep -qF 'the\040target none bind 0 0' <<<"$out"
: >"$STUB_LOG"
run --source "$s" --target "$t"
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
check 'and mounts nothing' test -z "$(calls '^mount')"
rm bound
: >.fails
run --source "$s" --target "$t"
check 'a mount that fails is a failure' test "$status" -eq 1
: >"$STUB_LOG"
run --source "$s" --target "$PWD/full"
check 'a target with content is refused' test "$status" -eq 3
: >other
run --source "$s" --target "$t"
check 'a place that is taken is refused' test "$status" -eq 3
run --source "$s" --target /etc
check 'a directory of the host is refused' test "$status" -eq 3
check 'for what it is, not for what lies in it' grep -q 'would break the host$' <<<"$err"
run --source "$s" --target "$PWD/absent"
check 'a missing target is refused' test "$status" -eq 3
rm other
run --source "$PWD/absent" --target "$t"
check 'a missing source is refused' test "$status" -eq 3
run --source "$t" --target "$t/"
check 'a directory at its own place is refused' test "$status" -eq 3
check 'none of them mounted' test -z "$(calls '^mount')"
rm .fails
b="$PWD/of  it/source" p="$PWD/the  place"
run --source "$b" --target "$p" --dry-run
check 'blanks in a name stay as they are in a dry run' grep -qx "would mount: $b at $p (bind)" <<<"$out"
run --source "$b" --target "$p"
check 'and in the mount' test "$status:$(<bound)" = "0:$p"
check 'it is the directory that was named' test "$(calls '^mount ')" = "mount --bind -- $b $p"
check 'what is told has them too' grep -qx "mounted: $p shows $b (containers that run already do not see it)" <<<"$out"
run --source "$b" --target "$p"
check 'also when nothing is to change' test "$out" = "nothing to change: $p shows $b already"
rm bound
: >"$STUB_LOG"
stub id <<<'echo 1000'
run --source "$s" --target "$t"
check 'without root it is refused' test "$status" -eq 3
check 'no refused run mounted' test -z "$(calls '^mount')"
run --source "$s"
check 'a target is needed' test "$status" -eq 2
run --source '$(touch pwned)' --target "$t"
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
