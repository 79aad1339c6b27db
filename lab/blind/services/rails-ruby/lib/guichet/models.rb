# frozen_string_literal: true

module Guichet
  # Plain structs stand in for the ActiveRecord models of the portal.
  Tenant = Struct.new(:slug, :name, :currency, :branding, :videos, keyword_init: true)

  Account = Struct.new(:id, :tenant, :parent, :name, :legal_name, :neq, :city, :plan, :phone,
                       :created_on, keyword_init: true) do
    def root? = parent.nil?
  end

  Group = Struct.new(:id, :tenant, :account, :parent, :name, :kind, keyword_init: true) do
    def self_and_ancestors
      parent ? [self, *parent.self_and_ancestors] : [self]
    end
  end

  Connector = Struct.new(:id, :tenant, :name, :kind, :protocol, :state, :last_sync_at, :latency_ms,
                         :error_rate, :message, keyword_init: true)

  Location = Struct.new(:id, :site_name, :address, :city, :postal_code, :latitude, :longitude,
                        :site_type, :risk, :opening_hours, keyword_init: true)

  Terminal = Struct.new(:id, :tenant, :account, :group, :connector, :location, :label, :model, :serial,
                        :firmware, :state, :last_heartbeat_at, :cassettes, :surcharge, :installed_on,
                        :signal, :config_version, :telemetry, keyword_init: true)

  Transaction = Struct.new(:id, :terminal, :at, :type, :sequence, :account_type, :emv, :response,
                           :response_code, :requested, :completed, :surcharge_requested,
                           :surcharge_completed, :batch_id, keyword_init: true) do
    def withdrawal? = type == 'withdrawal'
  end

  Batch = Struct.new(:id, :group, :status, :window_start, :window_end, :derived_at, :submitted_at,
                     :effective_on, :settled_at, :credit_entries, :debit_entries, :credit_total,
                     :debit_total, keyword_init: true) do
    def net_payout = credit_total - debit_total
  end

  Dispute = Struct.new(:id, :transaction, :terminal, :status, :reason_code, :amount, :opened_at, :due_on,
                       :queue, :assignee, :assigned_at, :outcome, :resolved_at, :resolution_note,
                       :reviewer, :reviewed_at, :note, keyword_init: true) do
    def resolved? = status.start_with?('resolved')
  end

  Command = Struct.new(:id, :terminal, :name, :status, :source, :queued_at, :completed_at, :result,
                       keyword_init: true)
  Job = Struct.new(:id, :terminal, :kind, :status, :started_at, :finished_at, :config_version,
                   keyword_init: true)
  Alert = Struct.new(:id, :terminal, :event, :severity, :opened_at, :closed_at, :text, keyword_init: true)
  Observation = Struct.new(:id, :terminal, :at, :code, :text, keyword_init: true)
  StatusChange = Struct.new(:id, :terminal, :at, :from, :to, keyword_init: true)
  Form = Struct.new(:id, :terminal, :kind, :status, :submitted_at, keyword_init: true)
  VaultItem = Struct.new(:id, :terminal, :kind, :status, :expires_on, keyword_init: true)
  OnboardingTask = Struct.new(:id, :account, :title, :status, keyword_init: true)
  Document = Struct.new(:id, :account, :title, :kind, :published_on, keyword_init: true)

  User = Struct.new(:id, :tenant, :account, :name, :email, :role, :group_ids, :key, :last_seen_at,
                    keyword_init: true)
end
