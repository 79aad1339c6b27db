/** The outputs other than an OpenAPI document, by the name of the option. */
export const EXPORTS = {
  postman: 'a Postman collection',
  bruno: 'a Bruno collection, in a new folder',
  http: 'an .http file for the HTTP client of JetBrains and for httpYac',
  arazzo: 'Arazzo 1.0 workflows of the main jobs, which refer to openapi.json and sandbox.json',
  asyncapi: 'an AsyncAPI 3.0 document of the webhooks and the event streams',
  types: 'TypeScript declarations',
} as const;

export type ExportName = keyof typeof EXPORTS;

export interface SpecOptions extends Readonly<Partial<Record<Exclude<ExportName, 'bruno'>, true>>> {
  readonly bruno?: string;
  readonly public?: true;
  readonly sandbox?: true;
  readonly yaml?: true;
  readonly json?: true;
  readonly url?: string;
  readonly key?: string;
  readonly output?: string;
}
