# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'an empty list gives the heading only, and 0' [ "$(cat old.csv) $STATUS1" = 'host,os,kernel,cpus,memory_mib,status 0' ]
check 'the older file was replaced, not written into' [ "$(cat seen-by-a-reader)" = 'of last week' ]
check 'a list that is not there ends with 2, and no file is written' [ "$STATUS2 $(ls new.csv 2>/dev/null)" = '2 ' ]
check 'a missing argument ends with 2' [ "$STATUS3" -eq 2 ]
check 'a file that cannot be written ends with 2' [ "$STATUS4" -eq 2 ]
check 'no other file is left' [ "$(ls -A | tr '\n' ' ')" = 'empty.txt old.csv seen-by-a-reader ' ]
finish
