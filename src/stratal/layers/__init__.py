"""The layers: one file each, each with its own rules for writing, reading and revising.

A layer asks the policy, writes through storage in one transaction, and answers with an outcome.
What needs two of them is a flow. The time line alone lends a door
(`events.enter`) to others, so that an event stands in the transaction of what it tells of.
"""
