# frozen_string_literal: true

module Guichet
  # In-memory repository (what ActiveRecord would be).
  class Store
    attr_reader :seeds, :lock

    def initialize(now)
      @seeds = Seeds.new(now)
      @lock = Mutex.new
    end

    def now = Time.now.round
    def user_by_key(key) = key.to_s.empty? ? nil : seeds.users.find { |u| u.key == key }
    def terminal(id) = seeds.terminals.find { |t| t.id == id }
  end

  # Policy scope of one user, the Pundit way: everything a response shows comes through here.
  class Viewer
    GRANTS = {
      'administrator' => %i[money open_disputes derive_settlements configuration reports],
      'manager' => %i[money open_disputes reports],
      'auditor' => %i[money reports],
      'clerk' => %i[money],
      'technician' => []
    }.freeze

    attr_reader :user, :store

    def initialize(user, store)
      @user = user
      @store = store
    end

    def can?(grant) = GRANTS.fetch(user.role).include?(grant)
    def tenant_wide? = user.account.root? && user.group_ids.nil?

    def accounts
      @accounts ||= seeds.accounts.select do |a|
        a.tenant == user.tenant && (a == user.account || (tenant_wide? && a.parent == user.account))
      end
    end

    def terminals
      @terminals ||= seeds.terminals.select { |t| reach?(user, t) }
    end

    def terminal_set = @terminal_set ||= terminals.to_h { |t| [t.id, t] }
    def terminal(id) = terminal_set[id]
    def sees?(terminal) = terminal_set.key?(terminal.id)

    def groups
      @groups ||= begin
        shown = terminals.flat_map { |t| t.group.self_and_ancestors }.uniq
        seeds.groups.select { |g| shown.include?(g) }
      end
    end

    def connectors
      @connectors ||= seeds.connectors.select do |c|
        c.tenant == user.tenant && ((tenant_wide? && c.kind == 'accounting') || terminals.any? { |t| t.connector == c })
      end
    end

    # Colleagues whose own reach lies within the reach of the caller; always oneself.
    def users
      @users ||= seeds.users.select do |u|
        next true if u == user
        next false unless u.tenant == user.tenant && user.group_ids.nil?

        accounts.include?(u.account)
      end
    end

    def transactions = can?(:money) ? of_terminals(seeds.transactions) : []
    def transaction(id) = transactions.find { |x| x.id == id }
    def commands = of_terminals(seeds.commands)
    def jobs = of_terminals(seeds.jobs)
    def alerts = of_terminals(seeds.alerts)
    def observations = of_terminals(seeds.observations)
    def status_changes = of_terminals(seeds.status_changes)
    def forms = of_terminals(seeds.forms)
    def vault = of_terminals(seeds.vault)
    def disputes = can?(:money) ? of_terminals(seeds.disputes) : []

    # A batch pays a whole circuit; circuits are always visible as a whole.
    def batches
      return [] unless can?(:money)

      circuits = terminals.map(&:group).uniq
      seeds.batches.select { |b| circuits.include?(b.group) }
    end

    def tasks = tenant_wide? || user.role == 'manager' ? seeds.tasks.select { |t| accounts.include?(t.account) } : []

    def documents
      seeds.documents.select { |d| accounts.include?(d.account) && (d.kind == 'guide' || (can?(:money) && user.group_ids.nil?)) }
    end

    private

    def seeds = store.seeds
    def of_terminals(rows) = rows.select { |r| sees?(r.terminal) }

    def reach?(who, terminal)
      return false unless terminal.tenant == who.tenant
      return who.group_ids.include?(terminal.group.id) if who.group_ids

      who.account.root? || terminal.account == who.account
    end
  end
end
