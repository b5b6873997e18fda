"""What a model is to see: one prompt out of all layers, within a budget, on the record.

`assembly` puts it together, `blocks` renders what is remembered, `window` cuts the conversation,
`turns` and `wire` read and write the vendors' forms, `manifest` says what went in and why.
`stages` decide what stands for what the window does not show, `compaction` summarises it and checks
that nothing critical is lost, `editing` clears old results in the copy and `reading` finds the
originals again; `server_edits` has the same done by a provider.
Nothing else builds a prompt.
"""
