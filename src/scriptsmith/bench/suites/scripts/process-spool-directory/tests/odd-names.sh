# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
handled() { cmp -s handled <(printf '%s\0' '*' '-rf' 'a b' 'back\slash' $'new\nline' 'x.part.job'); }
check "the handler gets each job once, as one argument that leads to it, in byte order" handled
check "all are done" test "$(find 'my spool/done' -type f -printf x | wc -c)" -eq 6
check "names stay as they are" test -f 'my spool/done/-rf' -a -f $'my spool/done/new\nline' -a -f 'my spool/done/*'
check "hidden files, uploads, directories and links stay" test -f 'my spool/incoming/.hidden' -a -f 'my spool/incoming/y.part' -a -d 'my spool/incoming/dir' -a -L 'my spool/incoming/link'
check "the exit status is 0" test "$STATUS" -eq 0
finish
