# frozen_string_literal: true

module Guichet
  # Portal snapshot of the current user.
  class Portal
    REPORTS = [
      ['fleet_status', 'État du parc', nil], ['cash_levels', 'Niveaux de billets', nil],
      ['transactions_detail', 'Détail des transactions', :money], ['surcharge_summary', 'Sommaire des frais', :reports],
      ['settlement_reconciliation', 'Conciliation des règlements', :reports], ['disputes_ageing', 'Âge des litiges', :reports],
      ['configuration_audit', 'Audit de configuration', :configuration]
    ].freeze

    def initialize(viewer)
      @v = viewer
      @s = Serializer.new(viewer)
    end

    def as_json
      u = @v.user
      { type: 'portal_snapshots', id: u.id, attributes: {
        principal: { id: u.id, name: u.name, email: u.email, role: u.role, locale: 'fr-CA', time_zone: 'America/Toronto', last_seen_at: stamp(u.last_seen_at) },
        account: profile(u.account), branding: branding, access_flags: flags, visible_users: users.map { |x| @s.user(x) },
        visible_terminals: @v.terminals.map { |t| @s.terminal(t) }, visible_groups: @v.groups.map { |g| @s.group(g) },
        visible_connectors: @v.connectors.map { |c| @s.connector(c) },
        recent_transactions: latest(@v.transactions, 20, &:at).map { |x| @s.transaction(x) },
        recent_commands: latest(commands, 20, &:queued_at).map { |c| @s.command(c) },
        recent_forms: latest(@v.forms, 20, &:submitted_at).map { |f| { id: f.id, kind: f.kind, status: f.status, terminal_id: f.terminal.id, submitted_at: stamp(f.submitted_at) } },
        report_catalog: reports, **back_office, counts: counts
      } }
    end

    private

    def branding
      return @v.store.seeds.tenants.find { |t| t != @v.user.tenant }.branding if Faults.on?('portal-branding-of-other-organization')

      @v.user.tenant.branding
    end

    def users = Faults.on?('portal-users-all-accounts') ? @v.store.seeds.users : @v.users

    def commands
      return @v.store.seeds.commands.select { |c| c.terminal.tenant == @v.user.tenant } if Faults.on?('portal-commands-unscoped')

      @v.commands
    end

    def stamp(time) = Serializer.stamp(time)
    def latest(rows, count, &by) = rows.sort_by(&by).reverse.first(count)

    def profile(a)
      subs = @v.accounts - [a]
      { id: a.id, name: a.name, legal_name: a.legal_name, neq: a.neq, city: a.city, phone: a.phone, plan: a.plan,
        currency: a.tenant.currency, created_on: a.created_on.iso8601,
        sub_accounts: subs.map { |s| { id: s.id, name: s.name, city: s.city } } }
    end

    def flags
      { can_read_transactions: @v.can?(:money), can_read_settlements: @v.can?(:money), can_open_disputes: @v.can?(:open_disputes),
        can_derive_settlements: @v.can?(:derive_settlements), can_configure: @v.can?(:configuration), all_terminals: @v.tenant_wide? }
    end

    def reports
      REPORTS.select { |_, _, grant| grant.nil? || @v.can?(grant) }.map { |id, title, _| { id: id, title: title, formats: %w[csv pdf] } }
    end

    def back_office
      { compliance_vault: @v.vault.map { |i| { id: i.id, kind: i.kind, status: i.status, expires_on: i.expires_on.iso8601, terminal_id: i.terminal.id } },
        onboarding: @v.tasks.map { |t| { id: t.id, account_id: t.account.id, title: t.title, status: t.status } },
        documents: @v.documents.map { |d| { id: d.id, account_id: d.account.id, title: d.title, kind: d.kind, published_on: d.published_on.iso8601 } },
        videos: @v.user.tenant.videos, open_alerts: @v.alerts.select { |a| a.closed_at.nil? }.map { |a| @s.alert(a) } }
    end

    def counts
      { terminals: @v.terminals.size, terminals_online: @v.terminals.count { |t| t.state == 'online' }, groups: @v.groups.size,
        connectors: @v.connectors.size, users: @v.users.size, transactions: @v.transactions.size,
        open_disputes: @v.disputes.count { |d| !d.resolved? }, open_alerts: @v.alerts.count { |a| a.closed_at.nil? } }
    end
  end
end
