# Leaves for another screen and does not come back.
# control: raw
printf '\033[?1049h\033[?25l\n'
