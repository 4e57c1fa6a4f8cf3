"""SS1430 to SS1449: containers, their images, volumes and the host below them."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, notable, rule
from .word_lists import set_of, throwaway

_ENGINES = "docker podman nerdctl docker-compose podman-compose crictl ctr lxc lxc-destroy incus"
_GROUPS = set_of(
    "container image volume network system builder buildx compose service stack swarm node secret "
    "config plugin context machine pod"
)


def _words(call: Invocation) -> tuple[str, tuple[str, ...]]:
    """The object and the verb of an engine's command, and what it is about: `docker volume rm x` is `volume rm`."""
    words = call.words
    if call.name in ("docker-compose", "podman-compose"):
        words = ("compose", *words)
    if words and words[0] in _GROUPS:
        rest = words[1:]
        if words[0] == "compose":
            verbs = [
                word
                for word in rest
                if word
                in (
                    "down",
                    "rm",
                    "stop",
                    "kill",
                    "up",
                    "run",
                    "exec",
                    "restart",
                    "pause",
                    "build",
                    "pull",
                    "config",
                    "logs",
                    "ps",
                    "create",
                    "start",
                )
            ]
            return f"compose {verbs[0]}" if verbs else "compose", rest
        return f"{words[0]} {rest[0] if rest else ''}", rest[1:]
    return (words[0] if words else ""), words[1:]


def _everything(call: Invocation, names: tuple[str, ...]) -> bool:
    """Whether the containers are all there are: a substitution of `docker ps`, or fed by it."""
    sources = [unknown.source for word in call.operands for unknown in word.unknowns]
    listed = [
        source
        for source in sources
        if re.search(r"\b(?:ps|container ls|container list|volume ls|image ls|images|crictl pods)\b", source)
    ]
    if any(not re.search(r"-f\b|--filter|crictl\s+ps\b.*\s--name[ =]|grep|awk\s+.*/", source) for source in listed):
        return True
    ups = call.command.upstream
    if any(up.name in ("docker", "podman", "crictl") for up in ups):
        return not any(up.name in ("grep", "egrep", "head", "awk") for up in ups) and not any(
            word.shape in ("-f", "--filter") or word.shape.startswith("--filter") for up in ups for word in up.arguments
        )
    return False


@rule(
    "SS1430",
    "Removes containers' data or every container",
    why="A volume is where the database of a container lives; it goes with no way back.",
    instead="look first (docker volume ls, docker ps -a) and remove by name",
    on=_ENGINES,
    bad=(
        "docker system prune -a --volumes -f",
        "docker volume rm data",
        "docker volume prune -f",
        "docker rm -f $(docker ps -aq)",
        "docker stop $(docker ps -q)",
        "docker compose down -v",
        "docker-compose down --volumes",
        "docker swarm leave --force",
        "docker stack rm shop",
        "docker ps -q | xargs docker kill",
        "podman volume rm --all",
        "docker rm -fv db",
    ),
    good=(
        "docker rm web",
        "docker stop web",
        "docker image prune",
        "docker ps -a",
        "docker compose down",
        "docker volume ls",
        "docker rm -f web",
        "docker rmi app:old",
        "docker network prune -f",
    ),
)
def removed(call: Invocation) -> Hit | None:
    if call.name == "lxc-destroy":
        return dangerous("destroys a container with its files")
    verb, names = _words(call)
    if call.name in ("lxc", "incus"):
        if verb in ("delete", "rm") or call.words[:2] in (("storage", "delete"), ("volume", "delete")):
            return dangerous(f"deletes {' '.join(call.words[1:]) or 'a container'} with its files")
        return notable(f"{verb}s {' '.join(names)}") if verb in ("stop", "restart", "restore") else None
    if call.name == "ctr":
        return notable(f"ctr {' '.join(call.words)}") if {"rm", "delete", "kill"} & set(call.words) else None
    what = " ".join(names) or "them"
    volumes = call.has("-v", "--volumes")
    texts = call.texts
    project = next((each for at, each in enumerate(texts) if at and texts[at - 1] in ("-p", "--project-name")), "")
    if verb in ("rmi", "image rm") and call.has("-f", "--force") and _everything(call, names):
        return dangerous("removes every image on the host, by force")
    if verb in ("volume rm", "volume remove"):
        if names and all(throwaway(name) for name in names):
            return notable(f"deletes the volume {what}, a throwaway by its name")
        return dangerous(
            f"deletes the volume {what} with the data in it"
            if not call.has("-a", "--all")
            else "deletes every volume with its data"
        )
    if verb == "volume prune":
        return dangerous("deletes every volume that no container uses now, with the data in it")
    if verb == "system prune":
        if volumes:
            return dangerous("deletes every unused container, image and volume, data included")
        if call.has("-a", "--all") and call.has("-f", "--force"):
            return dangerous("deletes every stopped container and every image that none uses, without asking")
        return notable("deletes stopped containers, unused networks and images")
    if verb in (
        "system reset",
        "machine rm",
        "swarm leave",
        "node rm",
        "stack rm",
        "stack down",
        "service rm",
        "pod rm",
    ):
        return dangerous(f"{call.name} {verb} {' '.join(names)}: services go down")
    if verb == "service scale" or verb == "service update":
        if re.search(r"=0\b|--replicas[= ]0\b", call.text):
            return dangerous(f"scales a service to nothing: {what}")
        return notable(f"changes the service {what}")
    if verb == "compose down":
        return (
            dangerous("takes the services down and deletes their volumes with the data in them")
            if volumes and not throwaway(project)
            else notable("takes the services of the project down")
        )
    if verb in ("compose rm",) and volumes:
        return dangerous("removes containers with their volumes")
    if verb in (
        "rm",
        "container rm",
        "stop",
        "container stop",
        "kill",
        "container kill",
        "pause",
        "rmp",
        "stopp",
        "container remove",
        "remove",
        "restart",
    ):
        if verb != "restart" and (call.has("-a", "--all") or _everything(call, names)):
            return dangerous(f"{verb} of every container on the host")
        if verb in ("rm", "container rm") and call.has("-f", "--force") and volumes and not all(map(throwaway, names)):
            return dangerous(f"kills {what} and deletes its volumes")
        return notable(f"{verb} of the container {what}")
    if verb in (
        "container prune",
        "image prune",
        "network prune",
        "builder prune",
        "buildx prune",
        "rmi",
        "image rm",
        "network rm",
        "image remove",
        "secret rm",
        "config rm",
        "plugin rm",
        "compose stop",
        "compose kill",
        "compose rm",
        "compose restart",
        "compose up",
        "rmi",
        "volume create",
        "network create",
    ):
        return notable(f"{call.name} {verb} {' '.join(names) if not verb.startswith('compose') else ''}".rstrip())
    if call.name == "crictl" and verb in ("rmp", "stopp", "rm", "rmi"):
        return notable(f"crictl {verb} {what}")
    return None


# The socket of a container engine, or the folder that it lies in.
_ENGINE = re.compile(r"(?:\A|=)(?:/var)?/run(?:/[\w./-]*(?:docker|podman|containerd|crio)\.sock)?/?(?::|,|\Z)")


@rule(
    "SS1431",
    "Starts a container that owns the host",
    why="A privileged container, or one that sees the host's root or the engine's socket, can do anything to the host.",
    instead="mount the one folder it needs, read-only, and add single capabilities",
    on="docker podman nerdctl nsenter",
    bad=(
        "docker run -v /:/host alpine",
        "docker run --privileged -it alpine",
        "docker run -v /:/mnt --rm -it alpine chroot /mnt sh",
        "docker run --pid=host --privileged x",
        "docker run --mount type=bind,source=/,target=/h x",
        "nsenter -t 1 -m -u -i -n sh",
        "docker run -v /var/run/docker.sock:/var/run/docker.sock img",
        "docker run --mount type=bind,src=/run/docker.sock,dst=/run/docker.sock img",
        "podman run -v /run/podman/podman.sock:/run/podman.sock img",
        "docker run -v /run:/run img",
    ),
    good=(
        "docker run -v $PWD:/app node",
        "docker run --rm -it alpine",
        "docker run -d -p 80:80 nginx",
        "docker run -v data:/var/lib/mysql mysql",
    ),
)
def host_container(call: Invocation) -> Hit | None:
    if call.name == "nsenter":
        goal = call.value("-t", "--target")
        return (
            dangerous("enters the name spaces of process 1, the host itself")
            if goal == "1" and call.has("-m", "--mount", "-a", "--all", "-p", "--pid", "-r", "--root")
            else notable("enters the name spaces of another process")
        )
    verb, _ = _words(call)
    if verb not in ("run", "container run", "create", "container create", "exec", "container exec"):
        return None
    texts = call.texts
    privileged = any(text == "--privileged" or text == "--privileged=true" for text in texts)
    for index, text in enumerate(texts):
        volume = ""
        if text in ("-v", "--volume", "--mount") and index + 1 < len(texts):
            volume = texts[index + 1]
        elif text.startswith(("-v/", "--volume=", "--mount=")):
            volume = text.removeprefix("-v").removeprefix("--volume=").removeprefix("--mount=")
        if (
            re.match(r"/:|/(?:etc|root|boot|usr|bin|var|dev|proc|sys|lib)/?:(?!.*:ro\Z)", volume)
            and not (volume.startswith("/:") and volume.endswith(":ro") and not privileged)
        ) or re.search(r"(?:source|src)=/(?:etc|root|boot|)(?:,|\Z)", volume):
            return dangerous(f"gives a container the host's own files ({volume})")
        if _ENGINE.search(volume):
            return dangerous(f"gives a container the engine's socket, and with it every power over the host ({volume})")
    if privileged:
        return dangerous("starts a container with every power over the host")
    if verb.endswith(("run", "create")):
        return notable("starts a container")
    return None
