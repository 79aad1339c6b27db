package fleet

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

const token = "operator-token-of-the-tests"

func startFleet(ctx context.Context, t *testing.T) string {
	t.Helper()
	fleet, err := testcontainers.GenericContainer(ctx, testcontainers.GenericContainerRequest{
		ContainerRequest: testcontainers.ContainerRequest{
			Image:        "fleetkit:0.2.0",
			Cmd:          []string{"serve", "--host", "0.0.0.0", "--rate-limit", "1000000", "--destinations", "local"},
			Env:          map[string]string{"FLEETKIT_OPERATOR_TOKEN": token},
			ExposedPorts: []string{"4400/tcp"},
			WaitingFor:   wait.ForHTTP("/healthz").WithPort("4400/tcp"),
		},
		Started: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := fleet.Terminate(context.Background()); err != nil {
			t.Error(err)
		}
	})
	url, err := fleet.PortEndpoint(ctx, "4400/tcp", "http")
	if err != nil {
		t.Fatal(err)
	}
	return url
}

func send(t *testing.T, request *http.Request) string {
	t.Helper()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		t.Fatalf("got status %d: %s", response.StatusCode, body)
	}
	return string(body)
}

func control(t *testing.T, url, body string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	send(t, request)
}

func TestSeesACassetteThatRunsLow(t *testing.T) {
	url := startFleet(context.Background(), t)
	control(t, url+"/sandbox/causes", `{"event_type":"cash_low","terminal_id":"NW104310"}`)
	control(t, url+"/sandbox/clock/advance", `{"by":"PT5M"}`)
	request, err := http.NewRequest(http.MethodGet, url+"/v1/terminals/NW104310/status-monitoring", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-Key", "sbx-northway-admin")
	if status := send(t, request); !strings.Contains(status, `"dispenser_state":"attention"`) {
		t.Errorf("got %s", status)
	}
}
