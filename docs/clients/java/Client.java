/*
 * A client with all tasks of `fleetkit client check`, for Java 17 or later, without libraries.
 *
 * Run it with: javac Client.java && fleetkit client check -- java Client
 * Replace the methods readJson, readList and write by calls of your own client.
 */

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

public final class Client {
    private static final String BASE = System.getenv("FLEETKIT_URL");
    private static final String KEY = System.getenv("FLEETKIT_KEY");
    private static final Instant END = Instant.now().plusMillis(readLimitMillis());
    private static final Duration RESPONSE_LIMIT = Duration.ofSeconds(6);
    private static final int MOST_ATTEMPTS = 4;
    private static final Set<Object> STATES = Set.of("triggered", "escalated", "resolved");
    private static final Set<Integer> TEMPORARY = Set.of(429, 500, 502, 503, 504);
    /** Redirects are not followed, so that no other host gets the key. */
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    /** The task cannot be done. */
    private static class Failure extends Exception {
        Failure(String message) {
            super(message);
        }
    }

    /** The service refused a request. */
    private static final class Refused extends Failure {
        final Object code;

        Refused(int status, Object code) {
            super("the service answered " + status);
            this.code = code;
        }
    }

    private interface Task {
        Object run(Map<String, Object> given) throws Exception;
    }

    private static long readLimitMillis() {
        String seconds = System.getenv("FLEETKIT_TIMEOUT");
        return (long) (800 * Double.parseDouble(seconds == null ? "30" : seconds));
    }

    /** Sends a request, and repeats it after temporary failures. Writes need an Idempotency-Key. */
    private static HttpResponse<byte[]> send(HttpRequest.Builder request, String mediaType) throws Failure, InterruptedException {
        HttpRequest built = request.header("X-API-Key", KEY).build();
        String reason = "no attempt";
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Duration pause = Duration.ofMillis(400L << attempt);
            try {
                HttpResponse<byte[]> response = HTTP.sendAsync(built, HttpResponse.BodyHandlers.ofByteArray())
                        .get(RESPONSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
                int status = response.statusCode();
                boolean isUsual = status < 300 && response.headers().firstValue("content-type").orElse("").startsWith(mediaType);
                if (status == 304 || isUsual) {
                    return response;
                }
                if (status >= 300 && !TEMPORARY.contains(status)) {
                    throw new Refused(status, readCode(response.body()));
                }
                reason = "status " + status;
                pause = readPause(response.headers().firstValue("retry-after").orElse(""), pause);
            } catch (ExecutionException | TimeoutException error) {
                reason = error.getClass().getSimpleName();
            }
            if (attempt + 1 == MOST_ATTEMPTS || Instant.now().plus(pause).isAfter(END)) {
                break;
            }
            Thread.sleep(pause.toMillis());
        }
        throw new Failure(built.method() + " failed: " + reason);
    }

    private static Object readCode(byte[] problem) {
        try {
            return parseObject(problem).get("code");
        } catch (Failure | ClassCastException error) {
            return null;
        }
    }

    /** Returns how long the service demands to wait. */
    private static Duration readPause(String given, Duration otherwise) {
        try {
            if (given.matches("\\d+")) {
                return Duration.ofSeconds(Long.parseLong(given));
            }
            Instant date = ZonedDateTime.parse(given, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            Duration left = Duration.between(Instant.now(), date);
            return left.isNegative() ? Duration.ZERO : left;
        } catch (RuntimeException error) {
            return otherwise;
        }
    }

    private static HttpRequest.Builder open(String target) {
        return HttpRequest.newBuilder(URI.create(BASE + target));
    }

    private static Map<String, Object> readJson(String target) throws Exception {
        return parseObject(send(open(target).header("Accept", "application/json"), "application/json").body());
    }

    /** Reads all pages of a list. */
    private static List<Map<String, Object>> readList(String path) throws Exception {
        return readUntil(path + "?limit=200", rows -> false);
    }

    /** Reads the pages of a list until it has enough rows, or all. Starts again if a cursor has expired. */
    private static List<Map<String, Object>> readUntil(String first, Predicate<List<Map<String, Object>>> isEnough) throws Exception {
        for (int walk = 0; walk < 3; walk++) {
            List<Map<String, Object>> rows = new ArrayList<>();
            String cursor = null;
            try {
                while (true) {
                    Map<String, Object> list = readJson(first + (cursor == null ? "" : "&cursor=" + encode(cursor)));
                    rows.addAll(readObjects(list.get("data")));
                    Map<String, Object> page = readObject(list.get("page"));
                    if (!Boolean.TRUE.equals(page.get("has_more")) || isEnough.test(rows)) {
                        return rows;
                    }
                    cursor = (String) page.get("next_cursor");
                }
            } catch (Refused refusal) {
                if (!"cursor_expired".equals(refusal.code) || cursor == null) {
                    throw refusal;
                }
            }
        }
        throw new Failure("cursors expire too fast");
    }

    private static Map<String, Object> write(String path, Map<String, Object> body) throws Exception {
        HttpRequest.Builder request = open(path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(HttpRequest.BodyPublishers.ofString(Json.format(body)));
        return parseObject(send(request, "application/json").body());
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static List<Map<String, Object>> readRows(Map<String, Object> given) throws Exception {
        Map<Object, Map<String, Object>> rows = new LinkedHashMap<>();
        for (Map<String, Object> row : readList("/v1/terminals/" + encode((String) given.get("terminal_id")) + "/transactions")) {
            rows.put(row.get("transaction_id"), row);
        }
        return new ArrayList<>(rows.values());
    }

    private static Object listTerminals(Map<String, Object> given) throws Exception {
        Set<Object> ids = new LinkedHashSet<>();
        for (Map<String, Object> location : readList("/v1/locations")) {
            ids.addAll((List<?>) location.get("terminal_ids"));
        }
        return Map.of("terminal_ids", ids);
    }

    private static Object countTransactions(Map<String, Object> given) throws Exception {
        List<Map<String, Object>> rows = readRows(given);
        return Map.of(
                "count", rows.size(),
                "with_emv", rows.stream().filter(row -> row.containsKey("emv")).count(),
                "linked", rows.stream().filter(row -> row.get("linked_transaction_id") != null).count());
    }

    private static Object sumWithdrawn(Map<String, Object> given) throws Exception {
        BigDecimal sum = new BigDecimal("0.00");
        for (Map<String, Object> row : readRows(given)) {
            boolean isWithdrawal = Set.of("withdrawal", "cash_advance").contains(row.get("transaction_type"));
            if (isWithdrawal && ((String) row.get("terminal_datetime")).startsWith((String) given.get("date"))) {
                sum = sum.add(new BigDecimal((String) row.get("amt_comp")));
            }
        }
        return Map.of("amount", sum.toPlainString());
    }

    private static Object topTransactions(Map<String, Object> given) throws Exception {
        int count = ((BigDecimal) given.get("count")).intValue();
        String first = "/v1/transactions?sort_by=amt_comp&sort_dir=desc&limit=" + Math.min(count, 500);
        List<Map<String, Object>> rows = readUntil(first, read -> listIds(read).size() >= count);
        return Map.of("transaction_ids", listIds(rows).stream().limit(count).toList());
    }

    /** Returns the different ids of the rows. */
    private static List<Object> listIds(List<Map<String, Object>> rows) {
        return rows.stream().map(row -> row.get("transaction_id")).distinct().toList();
    }

    private static void pause(Map<String, Object> given, int poll) throws InterruptedException {
        if (poll > 0) {
            Thread.sleep(((BigDecimal) given.get("interval_ms")).longValue());
        }
    }

    private static int readPolls(Map<String, Object> given) {
        return ((BigDecimal) given.get("polls")).intValue();
    }

    private static Object syncTransactions(Map<String, Object> given) throws Exception {
        Path file = Path.of((String) given.get("state_file"));
        Set<Object> ids = new LinkedHashSet<>();
        if (Files.exists(file)) {
            ids.addAll((List<?>) Json.parse(Files.readString(file)));
        }
        for (int poll = 0; poll < readPolls(given); poll++) {
            pause(given, poll);
            readList("/v1/transactions").forEach(row -> ids.add(row.get("transaction_id")));
        }
        Files.writeString(file, Json.format(List.copyOf(ids)));
        return Map.of("transaction_ids", ids);
    }

    private static Object openDispute(Map<String, Object> given) throws Exception {
        Map<String, Object> body = new LinkedHashMap<>(given);
        body.keySet().retainAll(Set.of("transaction_id", "reason_code", "amount"));
        return Map.of("dispute_id", write("/v1/disputes", body).get("dispute_id"));
    }

    private static Object deriveSettlements(Map<String, Object> given) throws Exception {
        Map<String, Object> body = Map.of("business_date", given.get("business_date"));
        List<Map<String, Object>> batches = readObjects(write("/v1/settlements/derive", body).get("batches"));
        BigDecimal net = new BigDecimal("0.00");
        for (Map<String, Object> batch : batches) {
            net = net.add(new BigDecimal((String) batch.get("net_payout")));
        }
        return Map.of("batch_ids", batches.stream().map(batch -> batch.get("batch_id")).toList(), "net_payout", net.toPlainString());
    }

    private static Object readFeed(Map<String, Object> given) throws Exception {
        Map<String, String> titles = new LinkedHashMap<>();
        String tag = null;
        for (int poll = 0; poll < readPolls(given); poll++) {
            pause(given, poll);
            HttpRequest.Builder request = open("/v1/feeds/terminals/" + encode((String) given.get("terminal_id")) + ".xml");
            if (tag != null) {
                request.header("If-None-Match", tag);
            }
            HttpResponse<byte[]> response = send(request, "application/rss+xml");
            if (response.statusCode() == 304) {
                continue;
            }
            tag = response.headers().firstValue("etag").orElse(null);
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var items = factory.newDocumentBuilder().parse(new ByteArrayInputStream(response.body())).getElementsByTagName("item");
            for (int place = 0; place < items.getLength(); place++) {
                Element item = (Element) items.item(place);
                titles.put(readText(item, "guid"), readText(item, "title"));
            }
        }
        List<Object> items = new ArrayList<>();
        titles.forEach((guid, title) -> items.add(Map.of("guid", guid, "title", title)));
        return Map.of("items", items);
    }

    private static String readText(Element item, String name) {
        return item.getElementsByTagName(name).item(0).getTextContent();
    }

    /** The state of an incident, and its number in the incident. */
    private record Incident(long sequence, String state) {
    }

    /** Receives deliveries until the program is stopped. Prints the answer after each one. */
    private static Object receiveWebhooks(Map<String, Object> given) throws Exception {
        byte[] secret = Base64.getDecoder().decode(((String) given.get("secret")).substring("whsec_".length()));
        Map<String, Incident> latest = new LinkedHashMap<>();
        for (Object id : (List<?>) given.get("terminal_ids")) {
            Map<String, Object> status = readJson("/v1/terminals/" + encode((String) id) + "/status-monitoring");
            readObjects(status.get("open_alerts")).forEach(alert -> latest.put((String) alert.get("incident_id"), new Incident(0, "triggered")));
        }
        Set<String> ids = new LinkedHashSet<>();
        int port = ((BigDecimal) given.get("port")).intValue();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                boolean isFound = exchange.getRequestURI().getPath().equals(given.get("path"));
                exchange.sendResponseHeaders(isFound ? receive(exchange, secret, ids, latest) : 404, -1);
            } catch (Exception error) {
                throw new IOException(error);
            }
        });
        server.start();
        Thread.currentThread().join();
        return null;
    }

    private static int receive(HttpExchange exchange, byte[] secret, Set<String> ids, Map<String, Incident> latest) throws Exception {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (!isGenuine(exchange, secret, body)) {
            return 401;
        }
        Map<String, Object> event;
        try {
            event = parseObject(body);
        } catch (Failure | ClassCastException error) {
            return 400;
        }
        if (event == null || !(event.get("id") instanceof String)) {
            return 400;
        }
        if (Boolean.TRUE.equals(event.get("is_test"))) {
            return 204; // a sample has no effect
        }
        if (ids.add((String) event.get("id")) && event.get("incident") != null) {
            Map<String, Object> incident = readObject(event.get("incident"));
            long sequence = ((BigDecimal) incident.get("sequence")).longValue();
            String id = (String) incident.get("incident_id");
            boolean isState = STATES.contains(incident.get("state"));
            if (isState && (!latest.containsKey(id) || sequence > latest.get(id).sequence())) {
                latest.put(id, new Incident(sequence, (String) incident.get("state")));
            }
        }
        List<String> open = latest.entrySet().stream()
                .filter(entry -> !entry.getValue().state().equals("resolved"))
                .map(Map.Entry::getKey)
                .toList();
        System.out.println(Json.format(Map.of("event_ids", ids, "open_incidents", open)));
        return 204;
    }

    private static boolean isGenuine(HttpExchange exchange, byte[] secret, byte[] body) throws Exception {
        String stamp = exchange.getRequestHeaders().getFirst("webhook-timestamp");
        String id = exchange.getRequestHeaders().getFirst("webhook-id");
        String signatures = exchange.getRequestHeaders().getFirst("webhook-signature");
        if (stamp == null || id == null || signatures == null || !stamp.matches("\\d{1,12}")
                || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(stamp)) > 300) {
            return false;
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        mac.update((id + "." + stamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
        for (String signature : signatures.split(" ")) {
            if (MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8))) {
                return true;
            }
        }
        return false;
    }

    private static Map<String, Object> parseObject(byte[] json) throws Failure {
        return readObject(Json.parse(new String(json, StandardCharsets.UTF_8)));
    }

    @SuppressWarnings("unchecked") // objects of JSON have texts as names
    private static Map<String, Object> readObject(Object value) {
        return (Map<String, Object>) value;
    }

    private static List<Map<String, Object>> readObjects(Object value) {
        return ((List<?>) value).stream().map(Client::readObject).toList();
    }

    private static final Map<String, Task> TASKS = Map.of(
            "list_terminals", Client::listTerminals,
            "count_transactions", Client::countTransactions,
            "sum_withdrawn", Client::sumWithdrawn,
            "top_transactions", Client::topTransactions,
            "sync_transactions", Client::syncTransactions,
            "open_dispute", Client::openDispute,
            "derive_settlements", Client::deriveSettlements,
            "read_feed", Client::readFeed,
            "receive_webhooks", Client::receiveWebhooks);

    public static void main(String[] args) throws Exception {
        Object input = Json.parse(System.getenv("FLEETKIT_INPUT"));
        try {
            System.out.println(Json.format(TASKS.get(System.getenv("FLEETKIT_TASK")).run(readObject(input))));
            System.exit(0);
        } catch (Failure failure) {
            System.out.println(Json.format(Map.of("error", failure.getMessage())));
            System.exit(1);
        }
    }

    /** JSON with numbers as BigDecimal. Java has no parser: use that of a library in your client. */
    private static final class Json {
        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        static Object parse(String text) throws Failure {
            Json json = new Json(text);
            try {
                Object value = json.readValue();
                json.skipSpace();
                if (json.at != text.length()) {
                    throw new Failure("the response is no JSON");
                }
                return value;
            } catch (RuntimeException error) {
                throw new Failure("the response is no JSON");
            }
        }

        private Object readValue() {
            skipSpace();
            char first = text.charAt(at);
            if (first == '{') {
                Map<String, Object> members = new LinkedHashMap<>();
                at++;
                while (!skipIf('}')) {
                    skipSpace();
                    String name = readString();
                    expect(':');
                    members.put(name, readValue());
                    skipIf(',');
                }
                return members;
            }
            if (first == '[') {
                List<Object> items = new ArrayList<>();
                at++;
                while (!skipIf(']')) {
                    items.add(readValue());
                    skipIf(',');
                }
                return items;
            }
            if (first == '"') {
                return readString();
            }
            int start = at;
            while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String word = text.substring(start, at);
            return switch (word) {
                case "null" -> null;
                case "true" -> true;
                case "false" -> false;
                default -> new BigDecimal(word);
            };
        }

        private String readString() {
            expect('"');
            StringBuilder content = new StringBuilder();
            for (char next = text.charAt(at++); next != '"'; next = text.charAt(at++)) {
                if (next != '\\') {
                    content.append(next);
                    continue;
                }
                char escaped = text.charAt(at++);
                switch (escaped) {
                    case 'b' -> content.append('\b');
                    case 'f' -> content.append('\f');
                    case 'n' -> content.append('\n');
                    case 'r' -> content.append('\r');
                    case 't' -> content.append('\t');
                    case 'u' -> {
                        content.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                        at += 4;
                    }
                    default -> content.append(escaped);
                }
            }
            return content.toString();
        }

        private void skipSpace() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private boolean skipIf(char expected) {
            skipSpace();
            if (text.charAt(at) != expected) {
                return false;
            }
            at++;
            return true;
        }

        private void expect(char expected) {
            if (!skipIf(expected)) {
                throw new IllegalArgumentException("expected " + expected);
            }
        }

        static String format(Object value) {
            StringBuilder out = new StringBuilder();
            write(value, out);
            return out.toString();
        }

        private static void write(Object value, StringBuilder out) {
            String separator = "";
            if (value instanceof Map<?, ?> members) {
                out.append('{');
                for (Map.Entry<?, ?> member : members.entrySet()) {
                    out.append(separator);
                    write(String.valueOf(member.getKey()), out);
                    out.append(':');
                    write(member.getValue(), out);
                    separator = ",";
                }
                out.append('}');
            } else if (value instanceof Iterable<?> items) {
                out.append('[');
                for (Object item : items) {
                    out.append(separator);
                    write(item, out);
                    separator = ",";
                }
                out.append(']');
            } else if (value instanceof String text) {
                out.append('"');
                for (char one : text.toCharArray()) {
                    if (one == '"' || one == '\\') {
                        out.append('\\').append(one);
                    } else if (one < ' ') {
                        out.append(String.format("\\u%04x", (int) one));
                    } else {
                        out.append(one);
                    }
                }
                out.append('"');
            } else {
                out.append(value);
            }
        }
    }
}
