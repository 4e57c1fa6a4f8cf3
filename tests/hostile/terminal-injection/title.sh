# Sets the title of the window.
# control: raw
printf '\033]0;owned\007\n'
