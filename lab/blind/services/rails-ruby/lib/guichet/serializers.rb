# frozen_string_literal: true

module Guichet
  # Card data of the switch message; only ever used by a fault.
  module Card
    def self.number(x)
      digits = "450644#{format('%09d', x.id[4..].to_i(16) % 1_000_000_000)}"
      sum = digits.reverse.each_char.with_index.sum { |c, i| i.even? ? (c.to_i * 2).digits.sum : c.to_i }
      "#{digits}#{-sum % 10}"
    end
  end

  # JSON:API resource objects. Money is a decimal string, as BigDecimal#as_json gives it.
  class Serializer
    def initialize(viewer)
      @viewer = viewer
      @currency = viewer.user.tenant.currency
    end

    def self.money(cents)
      sign = cents.negative? ? '-' : ''
      format('%<s>s%<d>d.%<c>02d', s: sign, d: cents.abs / 100, c: cents.abs % 100)
    end

    def self.stamp(time) = time&.iso8601

    def transaction(x)
      attributes = {
        terminal_datetime: stamp(x.at), transaction_type: x.type, sequence_number: x.sequence,
        account_type: x.account_type
      }
      attributes[:emv] = x.emv if x.emv
      attributes.merge!(
        response: x.response, response_code: x.response_code, amount_requested: money(x.requested),
        amount_completed: money(completed_of(x)), surcharge_requested: money(x.surcharge_requested),
        surcharge_completed: money(x.surcharge_completed), currency: @currency
      )
      resource('transactions', x.id, attributes, terminal: ref('terminals', x.terminal.id))
    end

    def completed_of(x)
      Faults.on?('completed-equals-requested') && %w[declined partial].include?(x.response) ? x.requested : x.completed
    end

    def summary(rows)
      withdrawn = rows.select(&:withdrawal?).sum(&:completed)
      withdrawn = rows.size * 100 if Faults.on?('summary-counts-rows')
      { total_surcharge: money(rows.sum(&:surcharge_completed)),
        total_withdrawn: money(withdrawn), currency: @currency }
    end

    def timeline(x)
      t = x.at
      events = [['received', t, 'Demande reçue du guichet'], ['routed', t + 1, "Acheminée par #{x.terminal.connector.name}"]]
      events +=
        case x.response
        when 'declined' then [['declined', t + 2, "Refusée par l'émetteur (#{x.response_code})"]]
        when 'reversed' then [['authorized', t + 2, "Autorisée par l'émetteur"], ['dispense_failed', t + 14, 'Billets non présentés'],
                              ['reversed', t + 16, 'Renversement accepté']]
        when 'partial' then [['authorized', t + 2, "Autorisée par l'émetteur"], ['dispensed', t + 13, 'Distribution partielle'],
                             ['completed', t + 15, 'Complétée pour un montant partiel']]
        else [['authorized', t + 2, "Autorisée par l'émetteur"], ['completed', t + 12, 'Complétée']]
        end
      events.last[2] += " (0420 DE2=#{Card.number(x)})" if x.response == 'reversed' && Faults.on?('pan-in-timeline-of-reversed')
      batch = @viewer.batches.find { |b| b.id == x.batch_id }
      events << ['settled_in_batch', batch.derived_at, "Incluse dans le lot #{batch.id}"] if batch
      @viewer.disputes.select { |d| d.transaction == x }.each { |d| events << ['dispute_opened', d.opened_at, "Litige #{d.id}"] }
      events.sort_by.with_index { |e, i| [e[1], i] }.map.with_index(1) do |(name, at, text), i|
        resource('timeline_events', "#{x.id}-#{i}", { event: name, occurred_at: stamp(at), description: text },
                 transaction: ref('transactions', x.id))
      end
    end

    def batch(b)
      resource('settlement_batches', b.id,
               { status: b.status, credit_entry_count: b.credit_entries, debit_entry_count: b.debit_entries,
                 entry_count: b.credit_entries + b.debit_entries, credit_total: money(b.credit_total),
                 debit_total: money(b.debit_total), net_payout: money(b.net_payout), currency: @currency,
                 window_start: stamp(b.window_start), window_end: stamp(b.window_end), derived_at: stamp(b.derived_at),
                 submitted_at: stamp(b.submitted_at), effective_date: b.effective_on&.iso8601, settled_at: stamp(b.settled_at) },
               terminal_group: ref('terminal_groups', b.group.id))
    end

    def dispute(d)
      attributes = { status: d.status, reason_code: reason_of(d), transaction_id: d.transaction.id,
                     terminal_id: d.terminal.id, amount: money(d.amount), currency: @currency,
                     opened_at: stamp(d.opened_at), due_date: d.due_on.iso8601, note: d.note,
                     assignment: { queue: d.queue, assigned_to: d.assignee, assigned_at: stamp(d.assigned_at) },
                     resolution: { outcome: d.outcome, resolved_at: stamp(d.resolved_at), note: d.resolution_note } }
      attributes[:reviewer] = { name: d.reviewer || 'Isabelle Fortin', reviewed_at: stamp(d.reviewed_at || d.opened_at + 600) } if d.resolved? || Faults.on?('reviewer-before-resolution')
      resource('disputes', d.id, attributes, transaction: ref('transactions', d.transaction.id),
                                             terminal: ref('terminals', d.terminal.id))
    end

    def reason_of(d)
      return d.reason_code unless Faults.on?('dispute-reason-shared')

      @viewer.store.seeds.disputes.find { |x| x.terminal.tenant == d.terminal.tenant }.reason_code
    end

    def terminal(t)
      resource('terminals', t.id,
               { label: t.label, model: t.model, serial_number: t.serial, firmware: t.firmware, state: t.state,
                 last_heartbeat_at: stamp(t.last_heartbeat_at), installed_on: t.installed_on.iso8601, city: t.location.city },
               account: ref('accounts', t.account.id), group: ref('terminal_groups', t.group.id),
               connector: ref('connectors', t.connector.id))
    end

    def location(t)
      l = t.location
      resource('locations', l.id,
               { terminal_id: t.id, site_name: l.site_name, address: l.address, city: l.city, province: 'QC', country: 'CA',
                 postal_code: l.postal_code, latitude: l.latitude, longitude: l.longitude, site_type: l.site_type,
                 risk_level: l.risk, opening_hours: l.opening_hours },
               terminal: ref('terminals', t.id))
    end

    def monitoring(t)
      open = @viewer.alerts.select { |a| a.terminal == t && a.closed_at.nil? }
      resource('status_monitorings', t.id,
               { state: t.state, last_heartbeat_at: stamp(t.last_heartbeat_at), signal_dbm: t.signal, firmware: t.firmware,
                 **t.telemetry,
                 cassettes: t.cassettes.map.with_index(1) { |c, i| { position: i, **c, level_pct: (100.0 * c[:notes] / c[:capacity]).round(1) } },
                 open_alerts: open.map { |a| alert(a)[:attributes].merge(id: a.id) } },
               terminal: ref('terminals', t.id))
    end

    def alert(a)
      resource('alerts', a.id, { event: a.event, severity: a.severity, text: a.text, opened_at: stamp(a.opened_at),
                                 closed_at: stamp(a.closed_at), terminal_id: a.terminal.id })
    end

    def group(g)
      inside = @viewer.terminals.select { |t| t.group.self_and_ancestors.include?(g) }
      resource('terminal_groups', g.id, { name: g.name, kind: g.kind, terminal_count: inside.size, terminal_ids: inside.map(&:id) },
               parent: g.parent ? ref('terminal_groups', g.parent.id) : { data: nil })
    end

    def connector(c)
      resource('connectors', c.id, { name: c.name, kind: c.kind, protocol: c.protocol, state: c.state,
                                     terminal_count: terminals_of(c).size })
    end

    def connector_status(c)
      mine = terminals_of(c)
      mine = @viewer.store.seeds.terminals.select { |t| t.connector == c } if Faults.on?('connector-status-counts-whole-tenant')
      resource('connector_statuses', c.id,
               { state: c.state, message: c.message, last_sync_at: stamp(c.last_sync_at), latency_ms: c.latency_ms,
                 error_rate_pct: c.error_rate, terminals_total: mine.size,
                 terminals_online: mine.count { |t| t.state == 'online' }, terminals_degraded: mine.count { |t| t.state == 'degraded' },
                 terminals_offline: mine.count { |t| t.state == 'offline' } },
               connector: ref('connectors', c.id))
    end

    def command(c)
      resource('commands', c.id, { name: c.name, status: c.status, source: c.source, queued_at: stamp(c.queued_at),
                                   completed_at: stamp(c.completed_at), result: c.result },
               terminal: ref('terminals', c.terminal.id))
    end

    def provisioning_payload(t)
      resource('provisioning_payloads', t.id,
               { config_version: t.config_version, language: 'fr-CA', time_zone: 'America/Toronto', currency: @currency,
                 host: { connector_id: t.connector.id, name: t.connector.name, protocol: t.connector.protocol, port: 7443, tls: true },
                 surcharge: money(t.surcharge), cassettes: t.cassettes.map { |c| c.slice(:denomination, :capacity) },
                 receipt: { header: t.location.site_name, footer: 'Merci / Thank you' },
                 remote_key_loading: { enabled: true, state: 'loaded' } },
               terminal: ref('terminals', t.id))
    end

    def provisioning_export(t)
      lines = ["TERMINAL=#{t.id}", "SERIAL=#{t.serial}", "MODEL=#{t.model}", "HOST=#{t.connector.id}", "CFGVER=#{t.config_version}",
               "SURCHARGE=#{money(t.surcharge)}", 'LANG=FR,EN']
      resource('provisioning_exports', t.id,
               { format: 'kv-2', generated_at: stamp(@viewer.store.now), lines: lines, checksum: Digest::SHA256.hexdigest(lines.join("\n"))[0, 16],
                 jobs: @viewer.jobs.select { |j| j.terminal == t }.map { |j| { id: j.id, kind: j.kind, status: j.status, started_at: stamp(j.started_at), finished_at: stamp(j.finished_at), config_version: j.config_version } } },
               terminal: ref('terminals', t.id))
    end

    def user(u)
      resource('users', u.id, { name: u.name, email: u.email, role: u.role, account_id: u.account.id, last_seen_at: stamp(u.last_seen_at) })
    end

    private

    def money(cents) = self.class.money(cents)
    def stamp(time) = self.class.stamp(time)
    def ref(type, id) = { data: { type: type, id: id } }
    def terminals_of(connector) = @viewer.terminals.select { |t| t.connector == connector }

    def resource(type, id, attributes, **relationships)
      r = { type: type, id: id, attributes: attributes }
      r[:relationships] = relationships unless relationships.empty?
      r
    end
  end
end
