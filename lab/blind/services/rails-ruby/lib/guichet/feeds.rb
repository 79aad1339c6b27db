# frozen_string_literal: true

require 'cgi'
require 'time'

module Guichet
  # RSS 2.0, like a builder template.
  class Feeds
    RESPONSES = { 'approved' => 'approuvé', 'declined' => 'refusé', 'partial' => 'partiel', 'reversed' => 'renversé' }.freeze

    def initialize(viewer, base_url)
      @v = viewer
      @base = base_url
    end

    def account
      name = @v.user.account.name
      items = heartbeats(@v.terminals) + statuses(@v.status_changes, 20) + transactions(@v.transactions, 30) +
              alerts(incidents, 20) + journal(observations, 20)
      render("#{name} — activité du parc", "Condensé de #{@v.terminals.size} guichets", '/v1/feeds/account.xml', items)
    end

    def terminal(t)
      mine = ->(rows) { rows.select { |r| r.terminal == t } }
      items = heartbeats([t]) + statuses(mine.(@v.status_changes), 10) + transactions(mine.(@v.transactions), 15) +
              journal(mine.(@v.observations), 10) + commands(mine.(activity), 10) + jobs(mine.(@v.jobs), 10) +
              alerts(mine.(@v.alerts), 10)
      render("#{t.id} — #{t.label}", "Activité du guichet #{t.id}", "/v1/feeds/terminals/#{t.id}.xml", items)
    end

    private

    def incidents = Faults.on?('account-feed-foreign-incidents') ? @v.store.seeds.alerts : @v.alerts

    def observations
      return @v.store.seeds.observations.select { |o| o.terminal.tenant == @v.user.tenant } if Faults.on?('account-feed-journal-unscoped')

      @v.observations
    end

    def activity
      Faults.on?('terminal-feed-no-completed-commands') ? @v.commands.reject { |c| c.status == 'completed' } : @v.commands
    end

    def newest(rows, count, &by) = rows.sort_by(&by).reverse.first(count)
    def item(id, at, category, terminal, title, text) = { id: id, at: at, category: category, terminal: terminal, title: title, text: text }

    def heartbeats(terminals)
      terminals.map { |t| item("hb-#{t.id}-#{t.last_heartbeat_at.to_i}", t.last_heartbeat_at, 'heartbeat', t, "#{t.id} : #{t.state}", "Dernier signal de vie, état #{t.state}") }
    end

    def statuses(rows, count)
      newest(rows, count, &:at).map { |r| item(r.id, r.at, 'status', r.terminal, "#{r.terminal.id} : #{r.from} → #{r.to}", "Changement d'état") }
    end

    def transactions(rows, count)
      newest(rows, count, &:at).map do |x|
        kind = x.withdrawal? ? 'Retrait' : 'Solde'
        item(x.id, x.at, 'transaction', x.terminal, "#{x.terminal.id} : #{kind} #{RESPONSES[x.response]}",
             "Séquence #{x.sequence}, demandé #{Serializer.money(x.requested)}, complété #{Serializer.money(x.completed)} #{@v.user.tenant.currency}")
      end
    end

    def alerts(rows, count)
      newest(rows, count, &:opened_at).map { |a| item(a.id, a.opened_at, 'alert', a.terminal, "#{a.terminal.id} : #{a.event}", "#{a.text} (#{a.severity}#{a.closed_at ? ', fermée' : ''})") }
    end

    def journal(rows, count)
      newest(rows, count, &:at).map { |o| item(o.id, o.at, 'switch_journal', o.terminal, "#{o.terminal.id} : #{o.code}", o.text) }
    end

    def commands(rows, count)
      newest(rows, count, &:queued_at).map { |c| item(c.id, c.completed_at || c.queued_at, 'command', c.terminal, "#{c.terminal.id} : #{c.name} (#{c.status})", "Commande #{c.status}") }
    end

    def jobs(rows, count)
      newest(rows, count, &:started_at).map { |j| item(j.id, j.started_at, 'provisioning', j.terminal, "#{j.terminal.id} : #{j.kind} (#{j.status})", "Tâche d'approvisionnement, version #{j.config_version}") }
    end

    def render(title, description, path, items)
      h = CGI.method(:escapeHTML)
      body = items.sort_by { |i| i[:at] }.reverse.map do |i|
        <<~XML
          <item>
            <title>#{h.(i[:title])}</title>
            <description>#{h.(i[:text])}</description>
            <category>#{i[:category]}</category>
            <guid isPermaLink="false">#{i[:id]}</guid>
            <link>#{@base}/v1/feeds/terminals/#{i[:terminal].id}.xml</link>
            <pubDate>#{i[:at].rfc2822}</pubDate>
          </item>
        XML
      end
      <<~XML
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0">
        <channel>
        <title>#{h.(title)}</title>
        <link>#{@base}#{path}</link>
        <description>#{h.(description)}</description>
        <language>fr-CA</language>
        <lastBuildDate>#{Time.now.rfc2822}</lastBuildDate>
        #{body.join}</channel>
        </rss>
      XML
    end
  end
end
