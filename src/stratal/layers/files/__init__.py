"""Files: what the agent has written down. Stores of text files by path, every version kept.

- `stores.py`: which stores there are, and which of them a session works with (`Files`);
- `store.py`: the files of one store (`StoreFiles`), `writing.py`: how any of them is changed;
- `history.py`: their versions; `findable.py`: how search learns of them;
- `backend.py`: files that lie outside of the database, `directory.py`: those in a plain folder,
  `outside.py`: what others have done to them;
- `commands.py`: the six commands that a model has, `view.py`: what it sees of a file or a folder,
  `attached.py`: the same over all stores of a conversation;
- `index.py`: the list of a store's files, `lint.py`: what a reader of them trips over.

A store is in exactly one scope. Whoever has the scope in the session sees the store; to everybody
else it is not there. A store that is attached `read_only` to a conversation is read-only to every
call of that session, whoever makes it.
"""

from stratal.layers.files.history import History
from stratal.layers.files.store import StoreFiles
from stratal.layers.files.stores import Files

__all__ = ["Files", "History", "StoreFiles"]
