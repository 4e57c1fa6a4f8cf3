# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() {
  printf '# from %s\n' -x.conf && echo dash
  printf '# from 10 ten.conf\nten\n# from 9.conf\nnine\n\n# from Z.conf\nupper\n# from a-empty.conf\n# from linked.conf\nlinked\n'
}
check "backups, hidden files and directories are left out" test -z "$(grep -x no daemon.conf)"
check "a fragment without a last newline does not run into the next" grep -qx '# from 9.conf' daemon.conf
check "the file is as asked" cmp -s daemon.conf <(expected)
check "the mode stays" test "$(stat -c %a daemon.conf)" = 600
check "the exit status is 0" test "$STATUS" -eq 0
finish
