"""What things are: identities, messages, records, outcomes, policy, clocks. No I/O of any kind.

Values are frozen and keyword-only, and check themselves: what could be built is valid.
"""
