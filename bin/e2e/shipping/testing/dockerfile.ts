import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An instruction of a Dockerfile, such as `RUN` with its command line. */
export interface Instruction {
  readonly name: string;
  /** Everything after the name, with continued lines joined. */
  readonly text: string;
}

/** The instructions from one `FROM` to the next. */
export interface Stage {
  /** The name after `AS`. */
  readonly name: string | undefined;
  /** The image, with arguments of the Dockerfile replaced by their defaults. */
  readonly image: string;
  readonly instructions: readonly Instruction[];
}

/** Parses a Dockerfile without heredocs and without an escape directive. Throws if it begins with another instruction than `FROM` or `ARG`. */
export function parseDockerfile(text: string): readonly Stage[] {
  const defaults = new Map<string, string>();
  const stages: (Omit<Stage, 'instructions'> & { readonly instructions: Instruction[] })[] = [];
  for (const { name, text: rest } of listInstructions(text)) {
    if (name === 'FROM') {
      const [image = '', , stage] = rest.split(/\s+/);
      stages.push({
        name: stage,
        image: image.replace(/\$\{(\w+)\}/g, (_, argument) => defaults.get(argument) ?? ''),
        instructions: [],
      });
    } else if (stages.length > 0) stages.at(-1)?.instructions.push({ name, text: rest });
    else if (name === 'ARG') defaults.set(...(rest.split('=', 2) as [string, string]));
    else throw new Error(`${name} before FROM`);
  }
  return stages;
}

/** Parses the Dockerfile of this repository. */
export const readDockerfile = (): readonly Stage[] =>
  parseDockerfile(readFileSync(join(import.meta.dirname, '../../../../Dockerfile'), 'utf8'));

function listInstructions(text: string): readonly Instruction[] {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), text: rest };
    });
}

/** Returns the texts of all instructions with a name. */
export const listTexts = (stage: Stage | undefined, name: string): readonly string[] =>
  (stage?.instructions ?? []).filter((instruction) => instruction.name === name).map(({ text }) => text);

/** Returns the arguments of the last instruction with a name. Throws if they are not in exec form, a JSON array. */
export function readExecForm(stage: Stage | undefined, name: string): readonly string[] {
  const text = listTexts(stage, name).at(-1) ?? '';
  const found: unknown = JSON.parse(text.slice(text.indexOf('[')));
  if (!Array.isArray(found)) throw new Error(`${name} is not in exec form`);
  return found.map(String);
}
