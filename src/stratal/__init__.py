"""Memory and state for AI agents, in layers."""
