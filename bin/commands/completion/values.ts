import type { LocationList } from '../../../spec/index.ts';

/** A suggestion for the word at the cursor. */
export interface Suggestion {
  readonly value: string;
  readonly description: string;
}

/** How long a running sandbox may take to answer, in milliseconds: a person waits for the shell. */
const PATIENCE_MS = 800;

const FILES = /(^|[\s[])(files?|dir|folder|path)\b|\b(reports?|before|after)$/;

/**
 * Lists the values of an option or an argument. `place` is its name with its placeholder, such as `--terminal id`, or the name of an
 * argument, such as `event`. Loads only the code that these values need.
 */
export async function listValues(commandPath: string, place: string): Promise<readonly Suggestion[] | 'files'> {
  if (FILES.test(place)) return 'files';
  if (/^conform/.test(commandPath) && /^--(only|skip) |^id$/.test(place)) return listChecks();
  if (place === 'event' || /^--types? /.test(place)) return listEvents(commandPath === 'trigger');
  if (/^--operation /.test(place)) return listOperations();
  if (/^--terminal /.test(place)) return listTerminals();
  if (/^--format format\[/.test(place)) return listFormats(commandPath);
  if (/^--scenario /.test(place) || (commandPath === 'play' && place === 'name')) return listScenarios();
  return [];
}

async function listChecks(): Promise<Suggestion[]> {
  const { checks } = await import('../../../conformance/checks/index.ts');
  return checks.map(({ id, title }) => ({ value: id, description: title }));
}

async function listEvents(withOutcomes: boolean): Promise<Suggestion[]> {
  const { getEnumValues } = await import('../../../spec/index.ts');
  const events = getEnumValues('EventType').map((value) => ({ value, description: 'event' }));
  if (!withOutcomes) {
    const { sandboxEventTypes } = await import('../../../spec/event-types.ts');
    return [...events, ...sandboxEventTypes.map((value) => ({ value, description: 'event of the sandbox itself' }))];
  }
  const { outcomeNames } = await import('../../../spec/trigger-parameters.ts');
  return [...events, ...outcomeNames.map((value) => ({ value, description: 'outcome' }))];
}

async function listOperations(): Promise<Suggestion[]> {
  const { operations } = await import('../../../spec/index.ts');
  return Object.entries(operations).map(([value, { method, path }]) => ({ value, description: `${method} ${path}` }));
}

async function listScenarios(): Promise<Suggestion[]> {
  const { scenarios } = await import('../../../fixtures/scenarios/index.ts');
  return scenarios.map(({ name, title }) => ({ value: name, description: title }));
}

async function listFormats(commandPath: string): Promise<Suggestion[]> {
  const { CLIENT_REPORT_FORMATS, REPORT_FORMATS, WEBHOOK_REPORT_FORMATS } = await import(
    '../../../conformance/reports/formats.ts'
  );
  const isWebhook = /^(receiver|sender)/.test(commandPath);
  const formats = commandPath.startsWith('client')
    ? CLIENT_REPORT_FORMATS
    : isWebhook
      ? WEBHOOK_REPORT_FORMATS
      : REPORT_FORMATS;
  return formats.map((value) => ({ value, description: 'report format' }));
}

/** Lists the terminals of the running sandbox; none if no sandbox answers. */
async function listTerminals(): Promise<Suggestion[]> {
  const { readSandboxBase } = await import('../shared/client.ts');
  const key = process.env.FLEETKIT_KEY ?? 'sbx-northway-admin';
  try {
    const response = await fetch(`${readSandboxBase({})}/v1/locations`, {
      headers: { 'X-API-Key': key },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { data } = (await response.json()) as LocationList;
    return data.flatMap(({ terminal_ids: ids, name }) => ids.map((value) => ({ value, description: name })));
  } catch {
    return []; // no sandbox, or another program: a shell cannot show why
  }
}
