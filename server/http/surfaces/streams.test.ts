import { expect, it } from 'vitest';
import { contract, getEnumValues } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { SandboxUser, type UserEvent } from './sandbox-user.ts';

const emittedOnce: readonly string[] = getEnumValues('EventType').filter(
  (type) => contract.webhooks[type].post['x-kind'] === 'point',
);

it.each(['sbx-northway-admin', 'sbx-meridian-admin', 'sbx-redline-admin'])(
  'emits one event per state of each incident of %s, and single events without an incident',
  async (key) => {
    const user = new SandboxUser(key);
    await user.moveTo((await user.nowMs()) + 40 * 86_400_000);
    const events = await user.all<UserEvent>('/sandbox/events');
    const incidents = await user.all<SandboxSchemas['SandboxIncident']>('/sandbox/incidents');
    const turns = incidents.flatMap(({ incident_id: id, type, moments }) =>
      moments.map(({ sequence, state, at, severity }) => [id, type, sequence, state, at, severity].join(' ')),
    );
    const listed = events.flatMap(({ incident, type, timestamp, severity }) =>
      incident === null
        ? []
        : [[incident.incident_id, type, incident.sequence, incident.state, timestamp, severity].join(' ')],
    );
    expect(listed.length).toBeGreaterThan(20);
    expect(listed.toSorted()).toEqual(turns.toSorted());
    const points = events.filter(({ incident }) => incident === null);
    expect(points.length).toBe(events.length - turns.length);
    expect(points.length).toBeGreaterThan(0);
    expect(emittedOnce).toEqual(expect.arrayContaining([...new Set(points.map(({ type }) => type))]));
    expect(events.filter(({ type }) => emittedOnce.includes(type))).toEqual(points);
  },
);
