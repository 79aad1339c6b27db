import type { Trigger } from '../../../fixtures/scenarios/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { allFilledIn, filledIn, type Names } from './names.ts';
import { control, type Place } from './place.ts';
import type { PlayedCause } from './played.ts';

/** An injected cause, the time its event is due, and the placeholders it sets. */
export interface Triggered {
  readonly recorded: PlayedCause;
  readonly happensAtMs: number;
  readonly more: Names;
}

/** Injects a cause of the scenario. Interrupts the scenario if that is not possible. */
export async function pullTrigger(place: Place, given: Trigger, names: Names): Promise<Triggered> {
  const { trigger: eventType, on, set = {}, resolve } = given;
  const [[kind = '', who = ''] = []] = Object.entries(on);
  const about = filledIn(who, names);
  const parameters = allFilledIn(set, names);
  const body = {
    event_type: eventType,
    [`${kind}_id`]: about,
    ...(resolve === true ? { resolve } : { parameters }),
  };
  const result = await control<SandboxSchemas['ProvokedEvent']>(place, { method: 'POST', path: 'causes', body });
  const { happens_at: happensAt, follow_up: followUp } = result;
  return {
    recorded: { kind: 'cause', eventType, about, isResolved: resolve === true, parameters },
    happensAtMs: Date.parse(happensAt),
    more: new Map(
      followUp === null
        ? []
        : [
            ['account', followUp.body.account_id],
            ['business_date', followUp.body.business_date],
          ],
    ),
  };
}
