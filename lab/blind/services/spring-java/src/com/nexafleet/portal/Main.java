package com.nexafleet.portal;

import static com.nexafleet.portal.Json.obj;

import com.nexafleet.portal.Endpoints.Endpoint;
import com.nexafleet.portal.Model.User;
import com.sun.net.httpserver.*;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bootstrap, routing, authentication and error handling. */
public final class Main {
    private record Route(Endpoint endpoint, Pattern pattern) { }
    private record Reply(int status, String contentType, byte[] body) { }

    private static final String JSON = "application/json";
    private final FleetStore store = new FleetStore();
    private final PortalApi api;
    private final FeedService feeds;
    private final List<Route> routes = new ArrayList<>();
    private final byte[] openApi;
    private final String openApiTag;

    private Main(long seed) {
        new DataSeeder(seed, store).seed();
        api = new PortalApi(store, new TransactionService(store));
        feeds = new FeedService(store);
        for (Endpoint e : Endpoints.ALL) routes.add(new Route(e, Pattern.compile(e.path().replace(".", "\\.").replaceAll("\\{\\w+}", "([^/]+)"))));
        warmUp(store.users.get(0));
        openApi = Json.write(IntegrationDocs.openApi()).getBytes(StandardCharsets.UTF_8);
        openApiTag = "\"" + Integer.toHexString(java.util.Arrays.hashCode(openApi)) + "\"";
    }

    public static void main(String[] args) throws IOException {
        int port = 8080;
        long seed = 20260714L;
        for (int i = 0; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "--port" -> port = Integer.parseInt(args[i + 1]);
                case "--fault" -> Faults.activate(args[i + 1]);
                case "--seed" -> seed = Long.parseLong(args[i + 1]);
                default -> throw new IllegalArgumentException("Unknown option " + args[i]);
            }
        }
        System.setProperty("sun.net.httpserver.nodelay", "true");
        Main app = new Main(seed);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 128);
        server.createContext("/", app::handle);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
        System.out.println("fleet-portal-service ready on http://127.0.0.1:" + port);
    }

    /** Touches the main code paths once so that the first callers do not pay for class loading. */
    private void warmUp(User u) {
        Json.write(api.snapshot(u));
        Json.write(List.of(api.transactions(u, query("sort_by=amt_comp&limit=5")), api.settlements(u, Map.of()), api.disputes(u, Map.of()),
            api.timeline(u, store.visibleTransactions(u).get(0).id()), IntegrationDocs.catalog(), parse("{\"a\":[1]}".getBytes(StandardCharsets.UTF_8))));
        feeds.accountFeed(u, "");
        feeds.terminalFeed(u, store.terminals.get(0), "");
    }

    private void handle(HttpExchange x) {
        try (x) {
            Reply r;
            try {
                r = dispatch(x);
            } catch (ApiException e) {
                r = failure(e.status, e.getMessage(), x);
            } catch (RuntimeException e) {
                e.printStackTrace();
                r = failure(500, "Unexpected error", x);
            }
            Headers h = x.getResponseHeaders();
            h.set("X-Request-Id", UUID.randomUUID().toString());
            if (h.getFirst("Cache-Control") == null) h.set("Cache-Control", "no-store");
            boolean empty = x.getRequestMethod().equals("HEAD") || r.status() == 304;
            if (r.status() != 304) h.set("Content-Type", r.contentType());
            if (empty) {
                if (r.status() != 304) h.set("Content-Length", String.valueOf(r.body().length));
                x.sendResponseHeaders(r.status(), -1);
            } else {
                x.sendResponseHeaders(r.status(), r.body().length == 0 ? -1 : r.body().length);
                if (r.body().length > 0) x.getResponseBody().write(r.body());
            }
        } catch (IOException e) {
            // the client went away
        }
    }

    private Reply dispatch(HttpExchange x) throws IOException {
        byte[] body = x.getRequestBody().readNBytes(1 << 20);
        String method = x.getRequestMethod().equals("HEAD") ? "GET" : x.getRequestMethod();
        String path = x.getRequestURI().getRawPath();
        if (Faults.on("versioning-unversioned-alias") && !path.startsWith("/v1/")) path = "/v1" + path;
        Endpoint endpoint = null;
        String id = null;
        List<String> allowed = new ArrayList<>();
        for (Route r : routes) {
            Matcher m = r.pattern().matcher(path);
            if (!m.matches()) continue;
            allowed.add(r.endpoint().method());
            if (!r.endpoint().method().equals(method)) continue;
            endpoint = r.endpoint();
            if (m.groupCount() > 0) id = decode(m.group(1));
        }
        if (allowed.isEmpty()) throw ApiException.notFound("Resource");
        if (endpoint == null) {
            x.getResponseHeaders().set("Allow", String.join(", ", allowed));
            throw new ApiException(405, "Method " + x.getRequestMethod() + " is not supported");
        }
        User user = null;
        if (!endpoint.isPublic()) {
            String key = x.getRequestHeaders().getFirst("X-API-Key");
            user = key == null ? null : store.userByKey(key.trim());
            if (user == null && key != null && Faults.on("unknown-key-served")) user = store.users.get(0);
            boolean open = Faults.on("auth-connectors-open") && path.startsWith("/v1/connectors");
            if (user == null && !open) throw new ApiException(401, "A valid X-API-Key header is required");
        }
        return call(endpoint, user, id, query(x.getRequestURI().getRawQuery()), body, x);
    }

    private Reply call(Endpoint e, User u, String id, Map<String, String> q, byte[] body, HttpExchange x) {
        return switch (e.id()) {
            case "getPortal" -> ok(api.portal(u));
            case "getCatalog" -> ok(IntegrationDocs.catalog());
            case "getPublicOpenApi" -> openApi(x);
            case "listTransactions" -> ok(api.transactions(u, q));
            case "getTransactionTimeline" -> ok(api.timeline(u, id));
            case "listSettlements" -> ok(api.settlements(u, q));
            case "deriveSettlements" -> ok(api.deriveSettlements(u, parse(body)));
            case "listDisputes" -> ok(api.disputes(u, q));
            case "openDispute" -> json(201, api.openDispute(u, parse(body)));
            case "listLocations" -> ok(api.locations(u, q));
            case "getLocation" -> ok(api.location(u, id));
            case "getStatusMonitoring" -> ok(api.statusMonitoring(u, id));
            case "listTerminalTransactions" -> ok(api.terminalTransactions(u, id, q));
            case "listConnectors" -> ok(api.connectors(u, q));
            case "getConnectorStatus" -> ok(api.connectorStatus(u, id));
            case "listTerminalGroups" -> ok(api.groups(u, q));
            case "listTerminalCommands" -> ok(api.commands(u, id, q));
            case "getProvisioningPayload" -> ok(api.provisioningPayload(u, id));
            case "getProvisioningExport" -> ok(api.provisioningExport(u, id));
            case "getAccountFeed" -> Faults.on("account-feed-is-json") ? ok(feeds.accountFeedItems(u, base(x))) : rss(feeds.accountFeed(u, base(x)));
            case "getTerminalFeed" -> rss(feeds.terminalFeed(u, api.visibleTerminal(u, id), base(x)));
            case "getBrandingStatus" -> ok(api.brandingStatus());
            default -> throw ApiException.notFound("Resource");
        };
    }

    private Reply openApi(HttpExchange x) {
        x.getResponseHeaders().set("Cache-Control", "public, max-age=3600");
        x.getResponseHeaders().set("ETag", openApiTag);
        if (openApiTag.equals(x.getRequestHeaders().getFirst("If-None-Match"))) return new Reply(304, JSON, new byte[0]);
        return new Reply(200, JSON, openApi);
    }

    private static String base(HttpExchange x) {
        String host = x.getRequestHeaders().getFirst("Host");
        return "http://" + (host == null ? "127.0.0.1" : host);
    }

    private static Reply ok(Object o) { return json(200, o); }
    private static Reply json(int status, Object o) { return new Reply(status, JSON, Json.write(o).getBytes(StandardCharsets.UTF_8)); }

    private static Reply rss(String xml) {
        String type = Faults.on("feeds-content-type") ? "text/xml;charset=UTF-8" : "application/rss+xml;charset=UTF-8";
        return new Reply(200, type, xml.getBytes(StandardCharsets.UTF_8));
    }

    private static Reply failure(int status, String message, HttpExchange x) {
        String error = switch (status) {
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 409 -> "Conflict";
            default -> "Internal Server Error";
        };
        return json(status, obj("timestamp", Instant.now().truncatedTo(ChronoUnit.MILLIS), "status", status, "error", error, "message", message, "path", x.getRequestURI().getPath()));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> parse(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        if (text.isBlank()) return Map.of();
        try {
            if (Json.parse(text) instanceof Map<?, ?> m) return (Map<String, Object>) m;
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(e.getMessage());
        }
        throw ApiException.badRequest("A JSON object is expected");
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> q = new LinkedHashMap<>();
        if (raw == null) return q;
        for (String p : raw.split("&")) {
            int i = p.indexOf('=');
            if (p.isEmpty()) continue;
            q.putIfAbsent(decode(i < 0 ? p : p.substring(0, i)), i < 0 ? "" : decode(p.substring(i + 1)));
        }
        return q;
    }

    private static String decode(String s) {
        try { return URLDecoder.decode(s, StandardCharsets.UTF_8); }
        catch (IllegalArgumentException e) { throw ApiException.badRequest("Malformed escape sequence"); }
    }
}
