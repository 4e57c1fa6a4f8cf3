# Makes the keyboard send other codes.
# control: raw
printf '\033[?2004h\033[>4;2m\033=\n'
