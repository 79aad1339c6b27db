import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

/** A step of a composite action. */
export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly 'working-directory'?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** Reads action.yml in a folder. */
export const readAction = (folder: string): Action => parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as Action; // its test reads the members

/** The result of a job with one step that uses the action. */
export interface ActionRun {
  /** Whether all steps succeeded. */
  readonly ok: boolean;
  /** Standard output and standard error of all steps. */
  readonly log: string;
  /** The Markdown of the job summary. */
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The actions that were used, with their inputs. */
  readonly used: readonly { readonly uses: string; readonly with: Readonly<Record<string, string>> }[];
}

/** How to run the action. */
export interface ActionSettings {
  /** The folder with action.yml. */
  readonly action: string;
  /** A folder for the workspace and temporary files. */
  readonly folder: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Added to the environment of the steps. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs the shell steps of the action as the runner of GitHub Actions does: `bash --noprofile --norc -eo pipefail`, with the
 * files for outputs and summary in the environment. Records steps that use other actions instead of running them.
 */
export async function runAction({ action, folder, inputs, env = {} }: ActionSettings): Promise<ActionRun> {
  const { inputs: declared, outputs, runs } = readAction(action);
  const unknown = Object.keys(inputs).filter((name) => !(name in declared));
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(', ')}`);
  const temporary = mkdtempSync(join(folder, 'temp-'));
  const summaryFile = join(temporary, 'summary.md');
  writeFileSync(summaryFile, '');
  const context = new Map<string, string>([
    ['github.action_path', action],
    ...Object.entries(declared).map(
      ([name, input]) => [`inputs.${name}`, inputs[name] ?? input.default ?? ''] as const,
    ),
  ]);
  const used: ActionRun['used'][number][] = [];
  let log = '';
  let ok = true;
  for (const step of runs.steps) {
    if (step.if !== undefined && !evaluate(step.if, context)) continue;
    if (step.uses !== undefined) {
      used.push({ uses: step.uses, with: fillAll(step.with ?? {}, context) });
      continue;
    }
    const outputFile = join(temporary, `output-${used.length}-${step.id ?? 'step'}`);
    const scriptFile = join(temporary, 'script.sh');
    writeFileSync(outputFile, '');
    writeFileSync(scriptFile, step.run ?? '');
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', scriptFile], {
      cwd: join(folder, fill(step['working-directory'] ?? '.', context)),
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('FLEETKIT_'))),
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        NO_COLOR: '1',
        GITHUB_ACTIONS: 'true',
        RUNNER_TEMP: temporary,
        GITHUB_OUTPUT: outputFile,
        GITHUB_STEP_SUMMARY: summaryFile,
        ...fillAll(step.env ?? {}, context),
        ...env,
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += String(chunk)));
    const [code] = await once(child, 'close');
    for (const line of readFileSync(outputFile, 'utf8').split('\n').filter(Boolean)) {
      const [, name = '', value = ''] = /^([\w-]+)=(.*)$/.exec(line) ?? [];
      context.set(`steps.${step.id}.outputs.${name}`, value);
    }
    ok = code === 0;
    if (!ok) break;
  }
  const values = Object.entries(outputs).map(([name, { value }]) => [name, fill(value, context)] as const);
  return { ok, log, summary: readFileSync(summaryFile, 'utf8'), outputs: Object.fromEntries(values), used };
}

const EXPRESSION = /\$\{\{ (.*?) \}\}/g;

/** Replaces expressions that name one value of the context. */
const fill = (text: string, context: ReadonlyMap<string, string>): string =>
  String(text).replace(EXPRESSION, (_, name: string) => context.get(name) ?? '');

const fillAll = (
  texts: Readonly<Record<string, string>>,
  context: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, context)]));

/** Evaluates a condition of comparisons with a text, joined by `&&`. Throws on any other expression. */
function evaluate(condition: string, context: ReadonlyMap<string, string>): boolean {
  return condition
    .replace(EXPRESSION, '$1')
    .split(' && ')
    .every((comparison) => {
      const [, name = '', operator, expected] = /^([\w.-]+) (==|!=) '(.*)'$/.exec(comparison) ?? [];
      if (operator === undefined) throw new Error(`unsupported condition: ${comparison}`);
      return (context.get(name) === expected) === (operator === '==');
    });
}
