"""The registry of a server: tables in a database, bots, and computers that think in threads."""

from tablier.server.rows import Bot
from tablier.server.settings import Settings
from tablier.server.store import accounts
from tablier.server.store.storage import Storage
from tablier.server.tables.registry import TableRegistry
from tablier.server.thinking.computers import Computers


class ServerRegistry(TableRegistry):
    """All tables of a server."""

    storage: Storage
    computers: Computers

    def __init__(self, settings: Settings):
        super().__init__(settings, Storage(settings.database), Computers(settings.workers))

    async def find_bot(self, name: str) -> Bot:
        """The bot of that name."""
        return await accounts.named(self.storage, name)
