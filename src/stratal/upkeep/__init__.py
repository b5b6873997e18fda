"""Looking after a store: work in the background, what disagrees, and making derived data again."""
