. "$HARNESS"
check "an empty value is a value" diff - cluster.conf <<<$'primary_host=\nstandby_host=db-a'
finish
