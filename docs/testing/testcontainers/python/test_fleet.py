import json
import urllib.error
import urllib.request

import pytest
from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import wait_container_is_ready

TOKEN = "operator-token-of-the-tests"


@wait_container_is_ready(urllib.error.URLError, ConnectionError)
def wait_for_health(url: str) -> None:
    urllib.request.urlopen(f"{url}/healthz").close()


@pytest.fixture(scope="module")
def fleet_url():
    container = (
        DockerContainer("fleetkit:0.2.0")
        .with_command("serve --host 0.0.0.0 --rate-limit 1000000 --destinations local")
        .with_env("FLEETKIT_OPERATOR_TOKEN", TOKEN)
        .with_exposed_ports(4400)
    )
    with container:
        url = f"http://{container.get_container_host_ip()}:{container.get_exposed_port(4400)}"
        wait_for_health(url)
        yield url


def control(url: str, body: dict) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")
    urllib.request.urlopen(request).close()


def read_dispenser_state(url: str) -> str:
    path = "/v1/terminals/NW104310/status-monitoring"
    request = urllib.request.Request(url + path, headers={"X-API-Key": "sbx-northway-admin"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)["cash"]["dispenser_state"]


def test_sees_a_cassette_that_runs_low(fleet_url):
    assert read_dispenser_state(fleet_url) == "ok"
    control(f"{fleet_url}/sandbox/causes", {"event_type": "cash_low", "terminal_id": "NW104310"})
    control(f"{fleet_url}/sandbox/clock/advance", {"by": "PT5M"})
    assert read_dispenser_state(fleet_url) == "attention"
