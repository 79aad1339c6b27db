import { useRef } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { mayManage, portal } from '../../api/session.ts';
import type { Outcome, Page, Provokable } from '../../api/types.ts';
import { type TriggerWords, triggerWords } from '../../format/trigger-words.ts';
import { toWords } from '../../format/words.ts';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty, Hint, Loaded } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';
import { navigateTo, segments, useParameter } from '../../state/route.ts';
import { NoAccess } from '../no-access.tsx';
import { OutcomePanel } from './outcome-panel.tsx';
import { TerminalPicker } from './terminal-picker.tsx';
import { TriggerPanel } from './trigger-panel.tsx';

/** The terminal that a visitor sees first, if the user can see it: it has one cassette and no incident. */
const FIRST_TERMINAL = 'NW104310';

export function TriggerView() {
  const [, chosen] = segments.value;
  const terminals = portal.value?.terminals ?? [];
  const preferred = terminals.find(({ terminal_id: id }) => id === (chosen ?? FIRST_TERMINAL)) ?? terminals[0];
  return (
    <>
      <PageHead title="Trigger">
        Change the cause, and the event follows by its usual rule; or choose the outcome of an object. Data, alerts,
        feeds and webhooks agree with it.
      </PageHead>
      {chosen === undefined || preferred?.terminal_id === chosen ? null : (
        <Hint tone="warn">No terminal here has the id {chosen}. Another one is shown.</Hint>
      )}
      {mayManage.value ? null : <NoAccess what="trigger events" />}
      {mayManage.value && preferred === undefined ? <Empty icon="fleet" title="No terminals" /> : null}
      {mayManage.value && preferred !== undefined ? (
        <Triggers key={preferred.terminal_id} terminalId={preferred.terminal_id} />
      ) : null}
    </>
  );
}

const GROUPS: readonly TriggerWords['group'][] = ['Cash and hardware', 'Line', 'Transactions', 'Office'];

function Triggers({ terminalId }: { readonly terminalId: string }) {
  const [selected, setSelected] = useParameter('event', 'cash_low');
  const panel = useRef<HTMLDivElement>(null);
  const select = (name: string): void => {
    setSelected(name);
    panel.current?.scrollIntoView({ block: 'nearest' }); // in narrow windows it is below the lists
  };
  const events = useResource('provokables', () => request<Page<Provokable>>('/sandbox/causes'));
  const outcomes = useResource('outcomes', () => request<Page<Outcome>>('/sandbox/outcomes'));
  const outcome = outcomes.data?.data.find(({ outcome: name }) => name === selected);
  return (
    <div class="trigger">
      <div class="stack">
        <TerminalPicker terminalId={terminalId} onPick={(id) => navigateTo(['trigger', id], { event: selected })} />
        <Panel title="Events" isFlush>
          {GROUPS.map((group) => (
            <Choices
              key={group}
              title={group}
              choices={Object.entries(triggerWords)
                .filter(([, words]) => words.group === group)
                .map(([type, { action }]) => ({ name: type as Provokable['event_type'], text: action }))}
              selected={selected}
              onSelect={select}
            />
          ))}
        </Panel>
        <Panel title="Outcomes" isFlush>
          {[...Map.groupBy(outcomes.data?.data ?? [], ({ subject }) => subject)].map(([subject, group]) => (
            <Choices
              key={subject}
              title={toWords(subject)}
              choices={group.map(({ outcome: name }) => ({ name, text: toWords(name) }))}
              selected={selected}
              onSelect={select}
            />
          ))}
        </Panel>
      </div>
      <div ref={panel} class="trigger-panel">
        {outcome === undefined ? (
          <Loaded of={events}>
            {({ data }) => {
              const event = data.find(({ event_type: type }) => type === selected);
              return event === undefined ? null : (
                <TriggerPanel key={`${selected} ${terminalId}`} event={event} terminalId={terminalId} />
              );
            }}
          </Loaded>
        ) : (
          <OutcomePanel key={`${selected} ${terminalId}`} outcome={outcome} terminalId={terminalId} />
        )}
      </div>
    </div>
  );
}

interface ChoicesProps<Name extends string> {
  readonly title: string;
  readonly choices: readonly { readonly name: Name; readonly text: string }[];
  readonly selected: string;
  readonly onSelect: (name: Name) => void;
}

/** A group of events or outcomes, one of them selected. */
function Choices<Name extends string>({ title, choices, selected, onSelect }: ChoicesProps<Name>) {
  return (
    <section class="trigger-group">
      <h3>{title}</h3>
      <ul>
        {choices.map(({ name, text }) => (
          <li key={name}>
            <button
              type="button"
              class="trigger-choice"
              aria-pressed={name === selected}
              onClick={() => onSelect(name)}
            >
              <span>{text}</span>
              {text === toWords(name) ? null : <span class="muted small">{toWords(name)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
