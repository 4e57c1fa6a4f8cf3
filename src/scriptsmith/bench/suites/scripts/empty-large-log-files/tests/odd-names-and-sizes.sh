# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
emptied() { [[ -f $1 && ! -s $1 ]]; }
check "a name with a space is handled" emptied 'my logs/a b.log'
check "a name with a leading dash is handled" emptied 'my logs/-n.log'
check "a name that is a pattern is handled" emptied 'my logs/*.log'
check "a name with a newline is handled" emptied $'my logs/new\nline.log'
check "a file of exactly the limit stays" test -s 'my logs/exact.log'
check "a file one byte over the limit is emptied" emptied 'my logs/one-more.log'
check "only names that end in .log count" test -s 'my logs/app.log.1' -a -s 'my logs/catalog'
check "the exit status is 0" test "$STATUS" -eq 0
finish
