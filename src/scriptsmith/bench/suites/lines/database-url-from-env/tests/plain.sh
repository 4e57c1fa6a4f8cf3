# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the whole value is printed" test "$(<"$OUT")" = 'postgres://app:p#ss=w@db:5432/main?sslmode=require&opt=-c%20x=1'

finish
