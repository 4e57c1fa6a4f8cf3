# Asks the terminal to type its answer.
# control: raw
printf '\033[6n\033[c\033P$q q\033\\\n'
