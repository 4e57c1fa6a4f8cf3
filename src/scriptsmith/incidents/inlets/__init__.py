"""One inlet a source: how a request proves where it is from, and how its body is read into incidents."""
