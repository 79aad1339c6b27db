import type { EventType } from '../../../../spec/index.ts';
import type { ControlScope } from '../../../world/scope/scope-types.ts';
import { isEnded, type TriggerPlan, type TriggerTarget } from '../../../world/triggers/index.ts';
import { mayReadAlert } from '../../terminals/alert-access.ts';

type Incident = ReturnType<ControlScope['incidents']>[number];

/** Returns the open incidents of an event that these causes end, or that end without a change. */
export function listEndingIncidents(
  view: ControlScope,
  eventType: EventType,
  { target, causes }: { readonly target: TriggerTarget; readonly causes: TriggerPlan['causes'] },
): readonly Incident[] {
  if (!mayReadAlert(view.rules, eventType)) return [];
  return view
    .incidents()
    .filter(({ type, resolvedAtMs }) => type === eventType && (resolvedAtMs === null || resolvedAtMs > view.nowMs))
    .filter((incident) => isEnded(incident, { triggerContext: view, target, causes }));
}
