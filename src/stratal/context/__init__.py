"""What a model is to see: one prompt out of all layers, within a budget, on the record.

`assembly` puts it together, `blocks` renders what is remembered, `window` cuts the conversation,
`turns` and `wire` read and write the vendors' forms, `manifest` says what went in and why.
Nothing else builds a prompt.
"""
