# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the newest stay and the others are gone, whatever their names" diff <(printf '%s|' -new.tar.gz 'a  b.tar.gz' $'new\nest.tar.gz') <(find backups -type f -printf '%f\0' | LC_ALL=C sort -z | tr '\0' '|')
check "the second run ends with status 0" test "$STATUS2" = 0

finish
