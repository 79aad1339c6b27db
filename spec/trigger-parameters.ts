import outcomeDocument from './generated/outcome-parameters.json' with { type: 'json' };
import document from './generated/trigger-parameters.json' with { type: 'json' };
import type { EventType } from './index.ts';
import type { SandboxSchemas } from './sandbox-contract.ts';

/** Schema of one parameter of a trigger, in JSON Schema. A parameter without a default depends on the target. */
export type ParameterSchema = (
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number; readonly default?: number }
  | { readonly type: 'integer'; readonly enum: readonly number[]; readonly default?: number }
  | { readonly type: 'string'; readonly enum: readonly string[]; readonly default?: string }
  | { readonly type: 'string'; readonly pattern: string }
  | { readonly type: 'boolean'; readonly default: boolean }
) & { readonly description: string };

export type ParameterSchemas = Readonly<Record<string, ParameterSchema>>;

/** The parameters of the trigger of an event, with defaults. */
export type TriggerParameters<Type extends EventType> = NonNullable<SandboxSchemas['CauseParameters'][Type]>;

/** The schemas of the parameters by event. The contract of the control plane declares them. */
export const triggerParameters = document as unknown as Readonly<Record<EventType, ParameterSchemas>>; // generated; server/world/triggers/triggers.test.ts validates the schemas

export type OutcomeName = SandboxSchemas['OutcomeName'];

/** The parameters of an outcome, with defaults. */
export type OutcomeParameters<Name extends OutcomeName> = NonNullable<SandboxSchemas['OutcomeParameters'][Name]>;

/** The schemas of the parameters by outcome, in the order of the contract. */
export const outcomeParameters = outcomeDocument as unknown as Readonly<Record<OutcomeName, ParameterSchemas>>; // as above

/** All outcomes, grouped by the kind of object. */
export const outcomeNames = Object.keys(outcomeDocument) as readonly OutcomeName[]; // the keys of the record

export const isOutcomeName = (name: string): name is OutcomeName => Object.hasOwn(outcomeDocument, name);
