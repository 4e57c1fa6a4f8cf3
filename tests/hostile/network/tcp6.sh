# Connects over IPv6.
# control: same-box
python3 - <<'END'
import os, socket
def attempt(family, kind, address):
    try:
        with socket.socket(family, kind) as link:
            link.settimeout(1)
            link.connect(address)
            link.send(b"hello")
            print(link.recv(100))
    except OSError as error:
        print(error)
port = int(os.environ["PORT"])
attempt(socket.AF_INET6, socket.SOCK_STREAM, ("::1", port))
END
