/** The options of `fleetkit judge`, as commander reads them. */
export interface JudgeOptions {
  readonly service?: string;
  readonly key?: readonly string[];
  readonly frozen?: boolean;
  readonly configFile?: string;
  readonly contract?: string;
  readonly strict?: boolean;
  readonly requireAll?: boolean;
  readonly format?: readonly string[];
  readonly json?: true;
  readonly output?: string;
  readonly showValues?: boolean;
  readonly quiet?: boolean;
}
