"""The layers: one file each, each with its own rules for writing, reading and revising.

A layer asks the policy, writes through storage in one transaction, and answers with an outcome.
No layer knows another; what needs two of them is a flow.
"""
