import type { Bindings } from '../bindings/bindings.ts';

/** What a config file says. Keys are names of environment variables there, never values. */
export interface Config {
  /** The base URL of the service. */
  readonly target?: string;
  /** The environment variables that hold the keys, by the names under which reports speak of the keys. */
  readonly keys: ReadonlyMap<string, string>;
  /** What responses are held against: `builtin`, `published`, or the name of a file with an OpenAPI document. */
  readonly contract?: string;
  /** Where the target keeps things; absent when the config does not say, in which case it is found out. */
  readonly bindings?: Bindings;
}

/** A config, or what is wrong with it, as one sentence that begins with the file and the line. */
export type LoadedConfig = { readonly config: Config } | { readonly problem: string };

/** A fault in a config: what is wrong, and the path of members that leads to it. */
export class ConfigFault extends Error {
  readonly path: readonly (string | number)[];
  readonly isAboutName: boolean;
  /** With `isAboutName`, the fault is in the name of the member, not in its value. */
  constructor(message: string, path: readonly (string | number)[], isAboutName = false) {
    super(message);
    this.path = path;
    this.isAboutName = isAboutName;
  }
}
