# Learns the process that started it, and its terminal, from its session.
# control: same-box
s=$(ps -o sid= -p $$ | tr -d " "); [ "$s" = 0 ] && echo ESCAPED; [ "$(ps -o tty= -p $$ | tr -d " ")" != "?" ] && echo ESCAPED; [ -n "$HOST_SESSION" ] && [ "$s" = "$HOST_SESSION" ] && echo ESCAPED
