"""Boxes made by a container engine, docker or podman, over an image or a folder."""

from .sandbox import ContainerSandbox

__all__ = ["ContainerSandbox"]
