# Shows one address and leads to another.
# control: raw
printf '\033]8;;http://127.0.0.1/\033\\safe\033]8;;\033\\\n'
