import { formatInstant } from '../../../base/formats.ts';
import type { Scenario } from '../../../fixtures/scenarios/index.ts';
import type { PlayedCause, PlayedResponse, PlayedScenario, ShownFact } from '../../scenarios/played-scenario.ts';

/* Results as JSON, with the member names of the control plane. */

/** The result of a scenario; `interruption` is null if every step matched. */
export function formatPlayedAsJson({ scenario, names, steps, interruption }: PlayedScenario): object {
  return {
    scenario: scenario.name,
    title: scenario.title,
    tenant_id: scenario.tenantId,
    names,
    steps: steps.map(({ number, say, beganAtMs, endedAtMs, did, events, otherEventCount, looks }) => ({
      number,
      say,
      began_at: formatInstant(beganAtMs),
      ended_at: formatInstant(endedAtMs),
      did: did === null ? null : did.kind === 'cause' ? presentCause(did) : presentReply(did),
      events: events.map(({ event }) => event),
      deliveries: events.flatMap(({ deliveries }) => deliveries),
      other_event_count: otherEventCount,
      looks: looks.map(presentReply),
    })),
    interruption,
  };
}

/** The available scenarios. */
export function formatListAsJson(scenarios: readonly Scenario[]): object {
  return scenarios.map(({ name, title, shows, tenantId, watcher, begins, steps }) => ({
    name,
    title,
    shows,
    tenant_id: tenantId,
    watcher,
    begins,
    steps: steps.map(({ say }) => say),
  }));
}

const presentCause = ({ kind, eventType, about, isResolved, parameters }: PlayedCause): object => ({
  kind,
  event_type: eventType,
  about,
  resolve: isResolved,
  parameters,
});

const presentReply = ({ kind, request, as, status, facts }: PlayedResponse): object => ({
  kind,
  request,
  as,
  status,
  facts: Object.fromEntries(facts.map(({ at, value }: ShownFact) => [at, value])),
});
