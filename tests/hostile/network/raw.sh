# Opens a socket that sees every packet.
# control: plain
python3 - <<'END'
import socket
for family, kind, number in ((socket.AF_PACKET, socket.SOCK_RAW, 3), (socket.AF_INET, socket.SOCK_RAW, 1)):
    try:
        socket.socket(family, kind, number)
        print("ESCAPED")
    except OSError as error:
        print(error)
END
