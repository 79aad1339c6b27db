import values from './generated/enums.json' with { type: 'json' };
import type { components } from './generated/openapi.ts';

type Schemas = components['schemas'];

/** The names of the schemas that are enumerations. */
export type EnumName = {
  [Name in keyof Schemas]: Schemas[Name] extends string ? (string extends Schemas[Name] ? never : Name) : never;
}[keyof Schemas];

/** Returns the values of an enumeration of the contract: `getEnumValues('EventType')`. */
export function getEnumValues<Name extends EnumName>(name: Name): readonly Schemas[Name][] {
  return (values as Readonly<Record<string, readonly string[]>>)[name] as readonly Schemas[Name][]; // both come from the same schema
}
