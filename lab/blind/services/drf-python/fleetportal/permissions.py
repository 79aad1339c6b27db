"""Who may see and do what. One Scope per request, built from the owner of the key."""

from .faults import faulty

ROLE_RIGHTS = {
    'administrator': {'financials.view', 'settlements.derive', 'disputes.raise', 'users.view', 'configuration.manage'},
    'area_manager': {'financials.view', 'disputes.raise'},
    'auditor': {'financials.view', 'users.view'},
    'technician': set(),
}


class Scope:
    def __init__(self, store, user):
        self.store, self.user = store, user
        self.tenant = user.tenant
        self.rights = ROLE_RIGHTS[user.role]
        self.accounts = store.account_tree(user.account)
        self.restricted = user.groups is not None or user.terminals is not None
        self.granted_groups = {g for root in user.groups or [] for g in store.group_tree(root)}
        self.terminals = {t.id: t for t in store.terminals.values() if self._sees(t)}

    def _sees(self, terminal):
        if terminal.tenant != self.tenant or terminal.account not in self.accounts:
            return False
        if not self.restricted:
            return True
        return terminal.group in self.granted_groups or terminal.id in (self.user.terminals or [])

    def may(self, right):
        return right in self.rights

    # -- querysets ------------------------------------------------------------
    def of_visible_terminals(self, rows):
        return [row for row in list(rows) if row.terminal in self.terminals]

    def groups(self):
        direct = {t.group for t in self.terminals.values()}
        return [g for g in self.store.groups.values()
                if g.tenant == self.tenant and g.account in self.accounts
                and (not self.restricted or g.id in self.granted_groups or g.id in direct)]

    def group_terminals(self, group_id):
        """Visible terminals of one visible group, nested groups included."""
        if group_id not in {g.id for g in self.groups()}:
            return set()
        members = set(self.store.group_tree(group_id))
        return {t.id for t in self.terminals.values() if t.group in members}

    def connectors(self):
        used = {t.connector for t in self.terminals.values()}
        return [c for c in self.store.connectors.values() if c.tenant == self.tenant and c.id in used]

    def transactions(self):
        if not self.may('financials.view'):
            return []
        return self.of_visible_terminals(self.store.transactions.values())

    def settlements(self):
        """A batch is shown only to users who see every terminal that is in it."""
        if not self.may('financials.view'):
            return []
        batches = [b for b in list(self.store.settlements.values()) if b.tenant == self.tenant]
        if faulty('settlements-ignore-groups'):
            return batches
        return [b for b in batches if all(t in self.terminals for t in b.terminals)]

    def disputes(self):
        if not self.may('financials.view'):
            return []
        if faulty('dispute-list-cross-account'):
            return list(self.store.disputes.values())
        return self.of_visible_terminals(self.store.disputes.values())

    def users(self):
        if not self.may('users.view'):
            return [self.user]
        users = [u for u in self.store.users.values() if u.tenant == self.tenant and u.account in self.accounts]
        if self.restricted:  # colleagues whose own view lies inside this one
            users = [u for u in users if u is self.user
                     or (Scope(self.store, u).terminals.keys() <= self.terminals.keys())]
        return users

    def records(self, section):
        rows = [r for r in self.store.records if r.section == section and r.tenant == self.tenant]
        return [r for r in rows if r.account in self.accounts and (r.terminal is None or r.terminal in self.terminals)]
