"""The use cases of a team: everything that a person asks of the service passes here, and is allowed or not."""
