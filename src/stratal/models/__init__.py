"""Ports to models: what Stratal asks of an embedder or a language model, and the built-in ones.

A port is a protocol over plain values, so that a storage or a layer never sees numpy, a vendor's
client or a network. Nothing is loaded on import: an implementation loads its model at the first
call, and says `ModelUnavailable` when it cannot.
"""
