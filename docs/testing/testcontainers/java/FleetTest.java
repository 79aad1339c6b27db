import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

@Testcontainers
class FleetTest {
    private static final String TOKEN = "operator-token-of-the-tests";

    @Container
    private static final GenericContainer<?> FLEET = new GenericContainer<>(DockerImageName.parse("fleetkit:0.2.0"))
            .withCommand("serve", "--host", "0.0.0.0", "--rate-limit", "1000000", "--destinations", "local")
            .withEnv("FLEETKIT_OPERATOR_TOKEN", TOKEN)
            .withExposedPorts(4400)
            .waitingFor(Wait.forHttp("/healthz").forPort(4400));

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> send(HttpRequest.Builder request, String path) throws Exception {
        URI uri = URI.create("http://" + FLEET.getHost() + ":" + FLEET.getMappedPort(4400) + path);
        return client.send(request.uri(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder control(String body) {
        return HttpRequest.newBuilder()
                .header("Authorization", "Bearer " + TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    @Test
    void seesACassetteThatRunsLow() throws Exception {
        String cause = "{\"event_type\":\"cash_low\",\"terminal_id\":\"NW104310\"}";
        assertEquals(200, send(control(cause), "/sandbox/causes").statusCode());
        assertEquals(200, send(control("{\"by\":\"PT5M\"}"), "/sandbox/clock/advance").statusCode());
        HttpRequest.Builder read = HttpRequest.newBuilder().header("X-API-Key", "sbx-northway-admin");
        String status = send(read, "/v1/terminals/NW104310/status-monitoring").body();
        assertTrue(status.contains("\"dispenser_state\":\"attention\""));
    }
}
