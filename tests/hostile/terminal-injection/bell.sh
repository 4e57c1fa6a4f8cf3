# Rings without end.
# control: raw
printf '\a\a\a\a\n'
