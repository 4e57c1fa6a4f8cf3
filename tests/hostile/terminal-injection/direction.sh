# Writes from right to left.
# control: raw
printf '\xe2\x80\xaehs.elas\xe2\x80\xac\n'
