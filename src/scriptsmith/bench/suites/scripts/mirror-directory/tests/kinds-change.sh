# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "a file becomes a directory" test -f dst/dir-now/f
check "a directory becomes a file" test -f dst/file-now
check "a directory becomes a link" test "$(readlink dst/link-now)" = file-now
check "a link to a directory becomes a directory" test -d dst/was-link -a ! -L dst/was-link -a -f dst/was-link/g
check "a link to a file becomes a file" test -f dst/was-file-link -a ! -L dst/was-file-link
check "nothing is written or deleted behind a link" test "$(cat outside/g outside/deep/h outside/file | sort -u)" = precious
check "an extra link is gone" test -d dst -a ! -L dst/extra-link
finish
