import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { mayManage, portal } from '../../api/session.ts';
import type { Page, Provokable } from '../../api/types.ts';
import { type TriggerWords, triggerWords } from '../../format/trigger-words.ts';
import { toWords } from '../../format/words.ts';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';
import { navigate, segments } from '../../state/route.ts';
import { NoAccess } from '../no-access.tsx';
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
        Change the cause, and the event follows by its usual rule: data, alerts, feeds and webhooks agree with it.
      </PageHead>
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
  const [selected, setSelected] = useState<Provokable['event_type']>('cash_low');
  const events = useResource('provokables', () => request<Page<Provokable>>('/sandbox/causes'));
  return (
    <div class="trigger">
      <div class="stack">
        <TerminalPicker terminalId={terminalId} onPick={(id) => navigate('trigger', id)} />
        <Panel title="Events" isFlush>
          {GROUPS.map((group) => (
            <section key={group} class="trigger-group">
              <h3>{group}</h3>
              <ul>
                {Object.entries(triggerWords)
                  .filter(([, words]) => words.group === group)
                  .map(([type, words]) => (
                    <li key={type}>
                      <button
                        type="button"
                        class="trigger-choice"
                        aria-pressed={type === selected}
                        onClick={() => setSelected(type as Provokable['event_type'])}
                      >
                        <span>{words.action}</span>
                        <span class="muted small">{toWords(type)}</span>
                      </button>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </Panel>
      </div>
      <Loaded of={events}>
        {({ data }) => {
          const event = data.find(({ event_type: type }) => type === selected);
          return event === undefined ? null : (
            <TriggerPanel key={`${selected} ${terminalId}`} event={event} terminalId={terminalId} />
          );
        }}
      </Loaded>
    </div>
  );
}
