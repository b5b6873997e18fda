"""How memories and profile facts are written: what becomes of a draft, and of what stands."""
