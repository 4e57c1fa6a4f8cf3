. "$HARNESS"
check "nothing changes" diff - cluster.conf <<<$'port=1\nprimary_host=db-a'
finish
