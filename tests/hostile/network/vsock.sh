# Reaches past every network namespace, to the machine that this one runs on.
# control: plain
python3 - <<'END'
import socket
try:
    socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)
    print("ESCAPED")
except OSError as error:
    print(error)
END
