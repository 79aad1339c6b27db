package com.nexafleet.portal;

import static com.nexafleet.portal.Json.obj;

import com.nexafleet.portal.Endpoints.Endpoint;
import com.nexafleet.portal.Endpoints.Family;
import java.util.*;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Integration catalog and public OpenAPI document, both built from the endpoint table. */
final class IntegrationDocs {
    private IntegrationDocs() { }
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    static List<String> webhookEvents(Family f) {
        return switch (f) {
            case ACCOUNT -> List.of("heartbeat_stale", "processor_outage", "communication_flapping");
            case TERMINALS -> List.of("heartbeat_stale", "cash_low", "cash_out", "dispenser_fault", "compliance_expiration", "location_risk_change");
            case TRANSACTIONS -> List.of("decline_spike", "approval_rate_drop", "reversal_spike", "high_decline_velocity", "repeated_same_card_attempt");
            case OPERATIONS -> List.of("command_failed", "provisioning_failed");
            case MONEY -> List.of("settlement_mismatch");
            case COMPLIANCE -> List.of("compliance_expiration", "location_risk_change");
        };
    }

    static Map<String, Object> catalog() {
        List<Object> services = new ArrayList<>();
        for (Family f : Family.values()) {
            List<Object> endpoints = new ArrayList<>();
            for (Endpoint e : Endpoints.ALL) {
                if (e.rss() || e.family() != f) continue;
                endpoints.add(obj("method", e.method(), "path", e.path(), "description", e.summary(), "public", e.isPublic()));
            }
            if (f == Family.COMPLIANCE) endpoints.add(obj("method", "GET", "path", "/v1/portal", "description", "Compliance vault, onboarding, documents and videos sections", "public", false));
            List<Object> feeds = new ArrayList<>();
            Map<String, Object> account = obj("path", "/v1/feeds/account.xml", "scope", "account", "contentType", "application/rss+xml");
            Map<String, Object> terminal = obj("path", "/v1/feeds/terminals/{terminal_id}.xml", "scope", "terminal", "contentType", "application/rss+xml");
            switch (f) {
                case ACCOUNT -> feeds.add(account);
                case TERMINALS, TRANSACTIONS -> { feeds.add(account); feeds.add(terminal); }
                case OPERATIONS -> feeds.add(terminal);
                default -> { }
            }
            boolean camel = Faults.on("catalog-camel-members");
            services.add(obj("service", f.name().toLowerCase(), "title", f.title,
                camel ? "portalSurfaces" : "portal_surfaces", surfaces(f), camel ? "apiEndpoints" : "api_endpoints", endpoints,
                camel ? "webhookEvents" : "webhook_events", webhookEvents(f), camel ? "rssFeeds" : "rss_feeds", feeds, "notes", notes(f)));
        }
        if (Faults.on("catalog-not-grouped")) return flat();
        return obj("version", "v1", "services", services);
    }

    private static Map<String, Object> flat() {
        List<Object> endpoints = new ArrayList<>(), feeds = new ArrayList<>();
        Set<String> events = new TreeSet<>(), surfaces = new TreeSet<>(), notes = new TreeSet<>();
        for (Endpoint e : Endpoints.ALL) (e.rss() ? feeds : endpoints).add(obj("method", e.method(), "path", e.path(), "public", e.isPublic()));
        for (Family f : Family.values()) {
            events.addAll(webhookEvents(f));
            surfaces.addAll(surfaces(f));
            notes.addAll(notes(f));
        }
        return obj("version", "v1", "portal_surfaces", surfaces, "api_endpoints", endpoints, "webhook_events", events, "rss_feeds", feeds, "notes", notes);
    }

    private static List<String> surfaces(Family f) {
        return switch (f) {
            case ACCOUNT -> List.of("Dashboard", "Account profile", "Users", "Branding");
            case TERMINALS -> List.of("Terminals", "Map", "Terminal groups", "Monitoring");
            case TRANSACTIONS -> List.of("Transactions", "Transaction detail");
            case OPERATIONS -> List.of("Remote management", "Connectors", "Provisioning");
            case MONEY -> List.of("Settlements", "Disputes");
            case COMPLIANCE -> List.of("Compliance vault", "Onboarding", "Documents", "Videos");
        };
    }

    private static List<String> notes(Family f) {
        return switch (f) {
            case ACCOUNT -> List.of("GET /v1/portal is the safest first call.", "Webhooks are delivered as signed push messages.");
            case TERMINALS -> List.of("Only terminals visible to the key's user are returned.");
            case TRANSACTIONS -> List.of("Rows never carry PAN, track data, PIN blocks or key material.");
            case OPERATIONS -> List.of("Commands are read-only in this interface.");
            case MONEY -> List.of("Write paths need a more privileged role than reporting reads.");
            case COMPLIANCE -> List.of("Available only through the portal snapshot; there are no dedicated endpoints.");
        };
    }

    static Map<String, Object> openApi() {
        Map<String, Object> paths = new LinkedHashMap<>();
        for (Endpoint e : Endpoints.ALL) {
            String path = e.path();
            if (Faults.on("document-stale-path") && e.id().equals("getStatusMonitoring")) path = "/v1/terminals/{terminal_id}/status";
            @SuppressWarnings("unchecked")
            Map<String, Object> item = (Map<String, Object>) paths.computeIfAbsent(path, k -> new LinkedHashMap<String, Object>());
            item.put(e.method().toLowerCase(), operation(e));
        }
        return obj("openapi", "3.0.3",
            "info", obj("title", "Fleet Portal Data Service", "version", "1.8.0", "description", "Customer-safe surface of the terminal fleet portal."),
            "servers", List.of(obj("url", "/")), "security", List.of(obj("ApiKeyAuth", List.of())), "paths", paths,
            "components", obj("securitySchemes", obj("ApiKeyAuth", obj("type", "apiKey", "in", "header", "name", "X-API-Key")), "schemas", schemas()));
    }

    private static Map<String, Object> operation(Endpoint e) {
        List<Object> params = new ArrayList<>();
        Matcher m = VARIABLE.matcher(e.path());
        while (m.find()) params.add(obj("name", m.group(1), "in", "path", "required", true, "schema", obj("type", "string")));
        if (e.id().equals("listTransactions")) {
            params.add(query("terminal_id", obj("type", "string"), "Only rows of this terminal"));
            params.add(query("group_id", obj("type", "integer", "format", "int64"), "Only rows of terminals in this group or its children"));
        }
        if ("TransactionPage".equals(e.schema())) {
            params.add(query("sort_by", obj("type", "string", "enum", List.copyOf(TransactionService.SORTS.keySet()), "default", "date_time"), "Sort column"));
            params.add(query("sort_dir", obj("type", "string", "enum", List.of("asc", "desc"), "default", "desc"), "Sort direction"));
        }
        if (e.schema() != null && e.schema().endsWith("Page")) {
            params.add(query("limit", obj("type", "integer", "minimum", 1, "maximum", 500, "default", 50), "Number of rows returned"));
            params.add(query("page", obj("type", "integer", "minimum", 0, "default", 0), "Zero-based page number"));
        }
        if (List.of("listSettlements", "listDisputes", "listTerminalCommands").contains(e.id())) params.add(query("status", obj("type", "string"), "Only rows in this status"));
        Object content = e.rss() ? obj("application/rss+xml", obj("schema", obj("type", "string")))
            : e.schema().equals("OpenApiDocument") ? obj("application/json", obj("schema", obj("type", "object")))
            : obj("application/json", obj("schema", ref(e.schema())));
        Map<String, Object> responses = new LinkedHashMap<>();
        boolean created = e.id().equals("openDispute");
        responses.put(created ? "201" : "200", obj("description", created ? "Created" : "OK", "content", content));
        if (e.method().equals("POST")) responses.put("400", error("Invalid body"));
        if (!e.isPublic()) responses.put("401", error("Missing or unknown API key"));
        if (e.family() == Family.MONEY) responses.put("403", error("Role does not permit this operation"));
        if (e.path().contains("{") || created) responses.put("404", error("Unknown or not visible"));
        if (created) responses.put("409", error("An unresolved case exists for this transaction"));
        Map<String, Object> op = obj("operationId", e.id(), "summary", e.summary(), "tags", List.of(e.family().title), "parameters", params);
        if (e.method().equals("POST")) {
            op.put("requestBody", obj("required", created, "content", obj("application/json", obj("schema", ref(created ? "DisputeRequest" : "DeriveRequest")))));
        }
        op.put("responses", responses);
        if (e.isPublic()) op.put("security", List.of());
        return op;
    }

    private static Map<String, Object> query(String name, Object schema, String text) { return obj("name", name, "in", "query", "required", false, "description", text, "schema", schema); }
    private static Map<String, Object> ref(String n) { return obj("$ref", "#/components/schemas/" + n); }
    private static Map<String, Object> error(String text) { return obj("description", text, "content", obj("application/json", obj("schema", ref("Error")))); }

    private static Map<String, Object> schemas() {
        Map<String, Object> s = new LinkedHashMap<>();
        s.put("Error", type("timestamp:date-time status:int error message path"));
        s.put("PageInfo", type("number:int size:int totalElements:int totalPages:int"));
        s.put("Transaction", type("transactionId:uuid terminalId terminalDateTime:date-time transactionType sequenceNumber accountType emvIndicator response responseCode "
            + "amountRequested:money amountCompleted:money surchargeRequested:money surchargeCompleted:money network"));
        s.put("TransactionSummary", type("totalSurcharge:money totalWithdrawn:money transactionCount:int"));
        s.put("TimelineEvent", type("step:int at:date-time stage detail"));
        s.put("TransactionTimeline", type("transactionId:uuid terminalId response events:[TimelineEvent]"));
        s.put("SettlementBatch", type("batchId:uuid accountId:int groupId:int status entryCount:int creditEntryCount:int debitEntryCount:int creditTotal:money debitTotal:money "
            + "netPayout:money windowStart:date-time windowEnd:date-time createdAt:date-time effectiveDate:date settledAt:date-time"));
        s.put("DeriveRequest", type("windowEnd:date-time groupId:int"));
        s.put("DeriveResult", type("derivedCount:int content:[SettlementBatch]"));
        s.put("Assignment", type("assignedTeam assignedTo assignedAt:date-time"));
        s.put("Resolution", type("outcome resolvedAmount:money resolvedAt:date-time note"));
        s.put("Reviewer", type("reviewedBy reviewedAt:date-time"));
        s.put("Dispute", type("disputeId:uuid status reasonCode transactionId:uuid terminalId amount:money dueDate:date openedAt:date-time assignment:@Assignment resolution:@Resolution reviewer:@Reviewer"));
        Map<String, Object> req = type("transactionId:uuid reasonCode amount:money note");
        req.put("required", List.of("transactionId", "reasonCode"));
        @SuppressWarnings("unchecked")
        Map<String, Object> props = (Map<String, Object>) req.get("properties");
        props.put("reasonCode", obj("type", "string", "enum", PortalApi.REASON_CODES));
        s.put("DisputeRequest", req);
        s.put("Location", type("terminalId terminalName accountId:int street city state postalCode latitude:double longitude:double timeZone merchantCategory"));
        s.put("TerminalStatus", type("terminalId status lastHeartbeatAt:date-time connectionState hostConnectorId:uuid softwareVersion cassettes:[object] devices:object openAlerts:[object]"));
        s.put("Connector", type("connectorId:uuid name type protocol status terminalCount:int"));
        s.put("ConnectorStatus", type("connectorId:uuid name status lastMessageAt:date-time averageLatencyMs:int successRate:double terminalCount:int"));
        s.put("TerminalGroup", type("groupId:int parentGroupId:int name terminalCount:int terminalIds:[string]"));
        s.put("Command", type("commandId:uuid terminalId commandType status source queuedAt:date-time completedAt:date-time result"));
        s.put("ProvisioningPayload", type("terminalId profileVersion model host:object cassettes:[object] surcharge:object features:[string] keyLoad:object"));
        s.put("ProvisioningExport", type("terminalId format exportedAt:date-time payload:@ProvisioningPayload jobs:[object]"));
        s.put("BrandingStatus", type("status branding:object docsHost:object checkedAt:date-time"));
        s.put("PortalSnapshot", type("generatedAt:date-time principal:object account:object organization:object access:object users:[object] terminalSummary:object terminals:[object] groups:[TerminalGroup] "
            + "connectors:[Connector] recentTransactions:[Transaction] recentCommands:[Command] recentForms:[object] reportCatalog:[object] complianceVault:[object] onboarding:[object] documents:[object] videos:[object]"));
        s.put("CatalogService", type("service title portal_surfaces:[string] api_endpoints:[object] webhook_events:[string] rss_feeds:[object] notes:[string]"));
        s.put("IntegrationCatalog", type("version services:[CatalogService]"));
        for (String n : List.of("SettlementBatch", "Dispute", "Location", "Connector", "TerminalGroup", "Command")) s.put(n + "Page", type("content:[" + n + "] page:@PageInfo"));
        s.put("TransactionPage", type("content:[Transaction] summary:@TransactionSummary page:@PageInfo"));
        return s;
    }

    /** Compact notation: "name", "name:format", "name:[Item]", "name:@Schema". */
    private static Map<String, Object> type(String spec) {
        Map<String, Object> props = new LinkedHashMap<>();
        for (String f : spec.split(" ")) {
            String[] p = f.split(":", 2);
            props.put(p[0], p.length == 1 ? obj("type", "string") : leaf(p[1]));
        }
        return obj("type", "object", "properties", props);
    }

    private static Map<String, Object> leaf(String t) {
        if (t.startsWith("@")) return ref(t.substring(1));
        if (t.startsWith("[")) return obj("type", "array", "items", leaf(t.substring(1, t.length() - 1)));
        return switch (t) {
            case "int" -> obj("type", "integer", "format", "int64");
            case "double" -> obj("type", "number", "format", "double");
            case "money" -> obj("type", "number", "description", "US dollars");
            case "object", "string" -> obj("type", t);
            case "date", "date-time", "uuid" -> obj("type", "string", "format", t);
            default -> ref(t);
        };
    }
}
