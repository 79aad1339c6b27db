import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { findNearestName } from '../../../base/nearest-name.ts';
import { isYamlNestedTooDeep, TOO_DEEP } from '../../../base/yaml/yaml-nesting.ts';
import { TASKS, type TaskName } from '../../../conformance/client/core/tasks.ts';

/** The tasks that a file lists, or its faults, each as one line with its place. */
export type ReadTasks = { readonly tasks: readonly TaskName[] } | { readonly faults: readonly string[] };

const MOST_CHARACTERS = 100_000;
const EXAMPLE = 'tasks: [list_terminals, count_transactions]';

/** Reads a list of tasks, YAML or JSON: `tasks: [list_terminals, open_dispute]`. */
export function readTasks(text: string, fileName: string): ReadTasks {
  if (text.length > MOST_CHARACTERS) return { faults: [`${fileName}: larger than ${MOST_CHARACTERS} characters`] };
  if (isYamlNestedTooDeep(text)) return { faults: [`${fileName}: ${TOO_DEEP}`] };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const faults: string[] = [];
  const report = (offset: number | undefined, message: string): void => {
    const { line, col } = lines.linePos(offset ?? 0);
    faults.push(`${fileName}:${Math.max(1, line)}:${Math.max(1, col)}: ${message}`);
  };
  for (const { pos, message } of document.errors) report(pos[0], `not YAML: ${message}`);
  if (faults.length > 0) return { faults };
  const { contents } = document;
  if (!isMap(contents)) {
    report(contents?.range?.[0], `expected an object, as in: ${EXAMPLE}`);
    return { faults };
  }
  const tasks: TaskName[] = [];
  for (const { key, value } of contents.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (name !== 'tasks') report(isScalar(key) ? key.range?.[0] : 0, `unknown member "${name}"; expected tasks`);
    else if (!isSeq(value))
      report(isScalar(value) ? value.range?.[0] : 0, `expected a list of tasks, as in: ${EXAMPLE}`);
    else
      for (const item of value.items) {
        const task = isScalar(item) ? TASKS.find((one) => one === item.value) : undefined;
        const offset = isScalar(item) || isMap(item) || isSeq(item) ? item.range?.[0] : undefined;
        if (task === undefined)
          report(offset, describeUnknown(isScalar(item) ? String(item.value) : 'a list or an object'));
        else if (tasks.includes(task)) report(offset, `the task ${task} is listed twice`);
        else tasks.push(task);
      }
  }
  if (faults.length === 0 && tasks.length === 0)
    report(0, `no task is listed; expected at least one, as in: ${EXAMPLE}`);
  return faults.length > 0 ? { faults } : { tasks };
}

function describeUnknown(name: string): string {
  const nearest = findNearestName(name, TASKS);
  return `no task "${name}"${nearest === undefined ? '' : `; did you mean ${nearest}?`} Expected one of ${TASKS.join(', ')}`;
}
