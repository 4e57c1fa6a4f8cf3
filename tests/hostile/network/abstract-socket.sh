# Connects to an abstract Unix socket, which has no place in the tree.
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
attempt(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + os.environ["ABSTRACT"])
END
