package com.nexafleet.portal;

import static com.nexafleet.portal.Model.money;

import com.nexafleet.portal.Model.*;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.stream.Collectors;

/** RSS 2.0 digests. */
final class FeedService {
    private static final DateTimeFormatter RFC822 = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US).withZone(ZoneOffset.UTC);
    private record Item(String guid, String category, String title, String description, String link, Instant at) { }
    private final FleetStore store;

    FeedService(FleetStore store) { this.store = store; }

    String accountFeed(User u, String base) {
        Set<String> ids = store.visibleIds(u);
        List<Item> items = new ArrayList<>();
        for (Terminal t : store.visibleTerminals(u)) items.add(heartbeat(t, base));
        items.addAll(status(ids, base, 40));
        items.addAll(transactions(ids, base, 60));
        items.addAll(alerts(ids, base, 40));
        items.addAll(journal(ids, base, 40));
        Account a = store.account(u.accountId());
        return render(a.name() + " activity", "Cross-terminal digest for " + u.displayName(), base + "/v1/feeds/account.xml", items);
    }

    /** The account digest as plain maps (only for the JSON defect). */
    Object accountFeedItems(User u, String base) {
        return Json.obj("title", store.account(u.accountId()).name() + " activity", "items", transactions(store.visibleIds(u), base, 60).stream()
            .map(i -> Json.obj("guid", i.guid(), "category", i.category(), "title", i.title(), "description", i.description(), "pubDate", RFC822.format(i.at()))).toList());
    }

    String terminalFeed(User u, Terminal t, String base) {
        Set<String> ids = Set.of(t.id());
        if (Faults.on("terminal-feed-mixes-siblings")) ids = store.visibleTerminals(u).stream().filter(o -> o.accountId() == t.accountId()).map(Terminal::id).collect(Collectors.toSet());
        List<Item> items = new ArrayList<>();
        items.add(heartbeat(t, base));
        items.addAll(status(ids, base, 5));
        items.addAll(transactions(ids, base, 15));
        items.addAll(journal(ids, base, 10));
        store.commands.stream().filter(c -> c.terminalId().equals(t.id())).forEach(c -> items.add(new Item("command-" + c.id(), "command",
            c.type() + " " + c.status().toLowerCase(Locale.ROOT), "Command " + c.type() + " " + c.status() + " on terminal " + t.id() + " (source " + c.source() + ")",
            base + "/v1/terminals/" + t.id() + "/commands", c.completedAt() == null ? c.queuedAt() : c.completedAt())));
        store.provisioningJobs.stream().filter(p -> p.terminalId().equals(t.id())).forEach(p -> items.add(new Item("provisioning-" + p.id(), "provisioning",
            "Provisioning " + p.type() + " " + p.status().toLowerCase(Locale.ROOT), "Provisioning job " + p.type() + " " + p.status() + " on terminal " + t.id(),
            base + "/v1/terminals/" + t.id() + "/provisioning-export", p.finishedAt() == null ? p.createdAt() : p.finishedAt())));
        items.addAll(alerts(ids, base, 10));
        return render("Terminal " + t.id() + " " + t.name(), "Activity of terminal " + t.id(), base + "/v1/feeds/terminals/" + t.id() + ".xml", items);
    }

    private Item heartbeat(Terminal t, String base) {
        return new Item("heartbeat-" + t.id() + "-" + t.lastHeartbeatAt().getEpochSecond(), "heartbeat", "Terminal " + t.id() + " is " + t.status(),
            t.name() + " last heartbeat " + t.lastHeartbeatAt(), base + "/v1/terminals/" + t.id() + "/status-monitoring", t.lastHeartbeatAt());
    }

    private List<Item> status(Set<String> ids, String base, int max) {
        return store.statusChanges.stream().filter(c -> ids.contains(c.terminalId())).sorted(Comparator.comparing(StatusChange::at).reversed()).limit(max)
            .map(c -> new Item("status-" + c.id(), "status", "Terminal " + c.terminalId() + " changed to " + c.to(), "Status changed from " + c.from() + " to " + c.to(),
                base + "/v1/terminals/" + c.terminalId() + "/status-monitoring", c.at())).toList();
    }

    private List<Item> transactions(Set<String> ids, String base, int max) {
        return store.transactions.stream().filter(t -> ids.contains(t.terminalId())).limit(max)
            .map(t -> new Item("transaction-" + t.id(), "transaction", t.type() + " " + t.response() + " at terminal " + t.terminalId(),
                "Sequence " + String.format("%06d", t.sequence()) + ", requested " + money(t.amountRequested()) + ", completed " + money(t.amountCompleted()),
                base + "/v1/transactions/" + t.id() + "/timeline", t.at())).toList();
    }

    private List<Item> alerts(Set<String> ids, String base, int max) {
        return store.alerts.stream().filter(a -> ids.contains(a.terminalId())).sorted(Comparator.comparing(Alert::openedAt).reversed()).limit(max)
            .map(a -> new Item("alert-" + a.id(), "alert", a.severity() + " " + a.event() + " on terminal " + a.terminalId(),
                a.message() + (a.clearedAt() == null ? " (open)" : " (cleared)"), base + "/v1/terminals/" + a.terminalId() + "/status-monitoring", a.openedAt())).toList();
    }

    private List<Item> journal(Set<String> ids, String base, int max) {
        return store.journal.stream().filter(j -> ids.contains(j.terminalId())).sorted(Comparator.comparing(Journal::at).reversed()).limit(max)
            .map(j -> new Item("journal-" + j.id(), "switch-journal", "Switch journal " + j.code() + " for terminal " + j.terminalId(), j.message(),
                base + "/v1/terminals/" + j.terminalId() + "/transactions", j.at())).toList();
    }

    private String render(String title, String description, String self, List<Item> items) {
        StringBuilder b = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\">\n<channel>\n");
        b.append("<title>").append(esc(title)).append("</title>\n<link>").append(esc(self)).append("</link>\n<description>").append(esc(description))
            .append("</description>\n<language>en-us</language>\n<lastBuildDate>").append(RFC822.format(store.startedAt)).append("</lastBuildDate>\n<ttl>5</ttl>\n");
        items.stream().sorted(Comparator.comparing(Item::at).reversed().thenComparing(Item::guid)).forEach(i ->
            b.append("<item><title>").append(esc(i.title())).append("</title><link>").append(esc(i.link())).append("</link><guid isPermaLink=\"false\">").append(esc(i.guid()))
                .append("</guid><category>").append(i.category()).append("</category><pubDate>").append(RFC822.format(i.at())).append("</pubDate><description>")
                .append(esc(i.description())).append("</description></item>\n"));
        return b.append("</channel>\n</rss>\n").toString();
    }

    private static String esc(String s) { return s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;"); }
}
