# Uses control characters of eight bits.
# control: raw
printf '\xc2\x9b2J\xc2\x9d0;owned\xc2\x9c\n'
