"""State for a team: one PostgreSQL, on a server of one's own or an embedded one that ScriptSmith starts."""
