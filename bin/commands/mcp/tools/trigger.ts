import { findNearestName } from '../../../../base/nearest-name.ts';
import { type EventType, getEnumValues } from '../../../../spec/index.ts';
import {
  isOutcomeName,
  type OutcomeName,
  outcomeNames,
  outcomeParameters,
  triggerParameters,
} from '../../../../spec/trigger-parameters.ts';
import { triggerEvent } from '../../../control/trigger-event.ts';
import { triggerOutcome } from '../../../control/trigger-outcome.ts';
import { defineTool, flag, takes, text } from '../core/tool.ts';
import { ToolRefusal } from '../core/tool-refusal.ts';

interface Arguments {
  readonly name?: string;
  readonly terminal_id?: string;
  readonly connector_id?: string;
  readonly account_id?: string;
  readonly id?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly resolve?: boolean;
  readonly dry_run?: boolean;
  readonly advance?: boolean;
}

/** Causes an event or an outcome on purpose. */
export const trigger = defineTool<Arguments>({
  name: 'trigger',
  title: 'Trigger an event or an outcome',
  description:
    'Changes the state that causes a webhook event (such as cash_low: a cassette runs low) or an outcome (such as dispute_lost). With advance, ' +
    'also moves the clock until it happens, and returns events and deliveries; that needs the operator. Without arguments, lists all names ' +
    'with their parameters.',
  isReadOnly: false,
  arguments: takes({
    name: text('An event type or an outcome, such as cash_low.', 64),
    terminal_id: text('The terminal, such as NW104310.', 64),
    connector_id: text('The connector.', 64),
    account_id: text('The account.', 64),
    id: text('For an outcome: the dispute, batch, command or provisioning job.', 64),
    parameters: { type: 'object', maxProperties: 30, description: 'Parameters of the event or outcome by name.' },
    resolve: flag('End the incident of the event instead.'),
    dry_run: flag('Return what would change, and change nothing.'),
    advance: flag('Also move the clock until it happens.'),
  }),
  async run({ name, advance = false, resolve, connector_id, id, ...shared }, { call, isOperator }) {
    const eventTypes = getEnumValues('EventType');
    if (name === undefined)
      return { events: listParameters(triggerParameters), outcomes: listParameters(outcomeParameters) };
    if (advance && !isOperator)
      throw new ToolRefusal(
        "advance moves the clock and needs the operator's token. Omit it, or restart fleetkit mcp with --operator-token.",
      );
    if (isOutcomeName(name)) {
      if (resolve !== undefined || connector_id !== undefined)
        throw new ToolRefusal(`resolve and connector_id do not apply to the outcome ${name}. Omit them.`);
      const result = await triggerOutcome(call, { outcome: name, id, ...withUndefined(shared) }, advance);
      return result;
    }
    const type = eventTypes.find((one) => one === name);
    if (type === undefined) throw new ToolRefusal(describeUnknown(name, [...eventTypes, ...outcomeNames]));
    if (id !== undefined) throw new ToolRefusal(`id applies to outcomes only, and ${name} is an event. Omit it.`);
    return triggerEvent(call, { event_type: type, connector_id, resolve, ...withUndefined(shared) }, advance);
  },
});

type Shared = Pick<Arguments, 'terminal_id' | 'account_id' | 'parameters' | 'dry_run'>;

const withUndefined = ({ terminal_id, account_id, parameters, dry_run }: Shared) => ({
  terminal_id,
  account_id,
  parameters,
  dry_run,
});

function describeUnknown(name: string, known: readonly (EventType | OutcomeName)[]): string {
  const nearest = findNearestName(name, known);
  const advice = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `There is no event or outcome ${name}.${advice} Expected one of: ${known.join(', ')}.`;
}

const listParameters = (
  schemas: Readonly<Record<string, Readonly<Record<string, { readonly description: string }>>>>,
) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, parameters]) => [
      name,
      Object.fromEntries(Object.entries(parameters).map(([parameter, { description }]) => [parameter, description])),
    ]),
  );
