import { expect, test } from 'vitest';
import { readTasks } from './tasks-file.ts';

test('a list of tasks is read from YAML and JSON', () => {
  const tasks = ['list_terminals', 'open_dispute'];
  expect(readTasks('# mine\ntasks:\n  - list_terminals\n  - open_dispute\n', 'client.yaml')).toEqual({ tasks });
  expect(readTasks('{"tasks": ["list_terminals", "open_dispute"]}', 'client.json')).toEqual({ tasks });
});

test.each([
  ['tasks:\n  - list_terminal\n', 'client.yaml:2:5: no task "list_terminal"; did you mean list_terminals?'],
  ['task: [open_dispute]', 'client.yaml:1:1: unknown member "task"; expected tasks'],
  [
    'tasks: open_dispute',
    'client.yaml:1:8: expected a list of tasks, as in: tasks: [list_terminals, count_transactions]',
  ],
  ['tasks: [open_dispute, open_dispute]', 'client.yaml:1:23: the task open_dispute is listed twice'],
  ['tasks: []', 'client.yaml:1:1: no task is listed; expected at least one'],
  ['tasks: [{}]', 'client.yaml:1:9: no task "a list or an object"'],
  ['- open_dispute', 'client.yaml:1:1: expected an object'],
  ['', 'client.yaml:1:1: expected an object'],
  ['tasks: [', 'client.yaml:1:9: not YAML'],
  ['['.repeat(10_000), 'client.yaml: '],
])('the faults of %j have a place and an expectation', (text, start) => {
  const read = readTasks(text, 'client.yaml');
  expect('faults' in read && read.faults[0]?.startsWith(start) ? start : read).toBe(start);
});
