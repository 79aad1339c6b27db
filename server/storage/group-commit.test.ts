import { expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase } from './connection.ts';
import { GroupCommit } from './group-commit.ts';

function openTable() {
  const database = createDatabase(':memory:');
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE notes (note TEXT UNIQUE)');
  const insert = database.prepare('INSERT INTO notes VALUES (?)');
  return {
    database,
    commits: new GroupCommit(database),
    add: (note: string) => () => Number(insert.run(note).lastInsertRowid),
    list: () =>
      database
        .prepare('SELECT note FROM notes ORDER BY rowid')
        .all()
        .map(({ note }) => note),
  };
}

test('runs the writes of one turn in one transaction, in order, and returns their results', async () => {
  const { database, commits, add, list } = openTable();
  const exec = vi.spyOn(database, 'exec');
  const results = ['a', 'b', 'c'].map((note) => commits.run(add(note)));
  expect(list()).toEqual([]);
  expect(await Promise.all(results)).toEqual([1, 2, 3]);
  expect(list()).toEqual(['a', 'b', 'c']);
  expect(exec.mock.calls.flat()).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
  expect(await commits.run(add('d'))).toBe(4);
});

test('resolves no promise before the commit', async () => {
  const { database, commits, add } = openTable();
  const states: boolean[] = [];
  const note = () => void states.push(database.isTransaction);
  await Promise.all([commits.run(add('a')).then(note), commits.run(add('b')).then(note)]);
  expect(states).toEqual([false, false]);
});

test('rejects only the write that fails, which has written nothing', async () => {
  const { commits, add, list } = openTable();
  const failing = () => {
    add('x')();
    throw new Error('defect');
  };
  const settled = await Promise.allSettled([add('a'), failing, add('b'), add('a')].map((work) => commits.run(work)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(list()).toEqual(['a', 'b']);
});

test('writes nothing if the commit fails', async () => {
  const { database, commits, add, list } = openTable();
  const exec = vi.spyOn(database, 'exec').mockImplementation(() => {
    throw new Error('the disk is full');
  });
  const settled = await Promise.allSettled([commits.run(add('a')), commits.run(add('b'))]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  exec.mockRestore();
  expect(list()).toEqual([]);
});
