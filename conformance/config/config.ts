import type { KeyExpectations } from '../relations/key-expectations.ts';
import type { Bindings } from '../slots/bindings.ts';

/** The contents of a config file. It names the environment variables of the keys, never the keys. */
export interface Config {
  /** The base URL of the service. */
  readonly target?: string;
  /** Environment variables that contain the keys, by the names that reports use for the keys. */
  readonly keys: ReadonlyMap<string, string>;
  /** The expected scopes, by the names of the keys. */
  readonly expectations: KeyExpectations;
  /** The contract to validate responses against: `builtin`, `published`, or the name of a file with an OpenAPI document. */
  readonly contract?: string;
  /** Where the target stores documented values; without it, the kit infers them. */
  readonly bindings?: Bindings;
}

/** A config, or its first problem as a sentence that begins with file and line. */
export type LoadedConfig = { readonly config: Config } | { readonly problem: string };

/** Thrown for an invalid config, with the path of the invalid member. */
export class ConfigFault extends Error {
  readonly path: readonly (string | number)[];
  readonly isAboutName: boolean;
  /** `isAboutName`: the name of the member is invalid, not its value. */
  constructor(message: string, path: readonly (string | number)[], isAboutName = false) {
    super(message);
    this.path = path;
    this.isAboutName = isAboutName;
  }
}

/** Returns the text of a fault without its place. */
export const formatFault = ({ message, path, isAboutName }: ConfigFault): string =>
  isAboutName || path.length === 0 ? message : `${path.join('.')} ${message}`;
