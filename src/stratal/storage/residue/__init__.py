"""What a database leaves behind in its files, and how values lie there: packed, or in pieces."""
