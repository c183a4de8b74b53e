"""The department's files: one Case row each, with parties, tasks, notes and attachments."""
