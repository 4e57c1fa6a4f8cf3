# Puts control characters into names of files.
# control: raw-changes
touch $'/work/\e[2Jclean' $'/work/\r\e]0;owned\a'
