/** The options of `fleetkit mcp`, as commander reads them. */
export interface McpOptions {
  readonly url?: string;
  readonly operatorToken?: string;
  readonly key?: string;
  /** Authorities to trust in addition to the usual ones, in PEM. */
  readonly ca?: string;
  readonly http?: true;
  readonly port?: number;
}
