import type { ComponentChildren } from 'preact';
import { toWords } from '../format/words.ts';
import { Pairs } from './fields.tsx';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The members of a JSON object as names and values. Objects in it become sections. */
export function Members({ value }: { readonly value: object }) {
  const members = Object.entries(value as Readonly<Record<string, Json>>);
  const plain = members.filter(([, one]) => !isObject(one));
  return (
    <>
      {plain.length === 0 ? null : <Pairs pairs={plain.map(([name, one]) => [toWords(name), formatValue(one)])} />}
      {members.map(([name, one]) =>
        isObject(one) ? (
          <section key={name} class="stack-tight members">
            <h3>{toWords(name)}</h3>
            <Members value={one as object} />
          </section>
        ) : null,
      )}
    </>
  );
}

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function formatValue(value: Json): ComponentChildren {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? formatObject(one) : String(one))).join(', ');
  return String(value);
}

const formatObject = (value: object): string =>
  Object.entries(value)
    .map(([name, one]) => `${toWords(name).toLowerCase()} ${one}`)
    .join(' ');
