. "$HARNESS"
check "swapping again swaps back" diff - cluster.conf <<<$'primary_host=db-a\nstandby_host=db-b'
check "both calls end with status 0" test "$STATUS1$STATUS2" = 00
finish
