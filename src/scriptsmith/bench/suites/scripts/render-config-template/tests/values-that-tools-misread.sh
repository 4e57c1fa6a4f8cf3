# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
# shellcheck disable=SC2016
expected() {
  printf '%s\n' 'p|/&\1\n|$(touch /work/ran)`touch /work/ran`$HOME|{{A}}{{NOPE}}| two  spaces "q" '"'q'"' =x#y' \
    '{p|/&\1\n} {{a}} {{}} {{1A}} {{A B}} {{A} } {A} $A ${A} `A` \1 & %s' '  *  '
  printf '%s' 'p|/&\1\n no newline'
}
out='my dir/out put'
check "the exit status is 0" test "$STATUS" -eq 0
check "values are put in exactly, and not looked at again" cmp -s <(head -n 1 "$out") <(expected | head -n 1)
check "other things in braces stay" cmp -s <(sed -n 2p "$out") <(expected | sed -n 2p)
check "the file is as asked to the last byte" cmp -s "$out" <(expected)
check "nothing in a value is run" test -s "$out" -a ! -e ran
check "the mode stays" test "$(stat -c %a "$out")" = 600
finish
