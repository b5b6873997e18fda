"""Looking after a store: its health, what disagrees, derived data made again, background work."""
