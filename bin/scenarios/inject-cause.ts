import type { Trigger } from '../../fixtures/scenarios/index.ts';
import {
  fillAllPlaceholders,
  fillPlaceholders,
  type PlaceholderValues,
} from '../../fixtures/scenarios/placeholders.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { PlayedCause } from './played-scenario.ts';
import { callControlPlane, type SandboxAccess } from './sandbox-access.ts';

/** An injected cause, the time its event is due, and the placeholders it sets. */
export interface InjectedCause {
  readonly recorded: PlayedCause;
  readonly happensAtMs: number;
  readonly more: PlaceholderValues;
}

/** Injects a cause of the scenario. Interrupts the scenario if that is not possible. */
export async function injectCause(
  place: SandboxAccess,
  given: Trigger,
  names: PlaceholderValues,
): Promise<InjectedCause> {
  const { trigger: eventType, on, set = {}, resolve } = given;
  const [[kind = '', who = ''] = []] = Object.entries(on);
  const about = fillPlaceholders(who, names);
  const parameters = fillAllPlaceholders(set, names);
  const body = {
    event_type: eventType,
    [`${kind}_id`]: about,
    ...(resolve === true ? { resolve } : { parameters }),
  };
  const result = await callControlPlane<SandboxSchemas['ProvokedEvent']>(place, {
    method: 'POST',
    path: 'causes',
    body,
  });
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
