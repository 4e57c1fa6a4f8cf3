# Opens a socket into the kernel's cryptography, which has had its share of holes.
# control: plain
python3 - <<'END'
import socket
for family in (socket.AF_ALG, socket.AF_TIPC, socket.AF_RDS, socket.AF_CAN, socket.AF_BLUETOOTH, 15, 36, 44):
    try:
        socket.socket(family, socket.SOCK_SEQPACKET if family == socket.AF_ALG else socket.SOCK_RAW)
        print("ESCAPED")
    except OSError as error:
        print(error)
END
