import type { Command } from '../../api/resources.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { Members } from '../../parts/members.tsx';
import { Instant } from '../../parts/time.tsx';
import { linkTo } from '../../state/route.ts';

/** One command: its stages, its parameters and its result. */
export function CommandDetail({ command }: { readonly command: Command }) {
  const { parameters, result_code: code } = command;
  const stages = [
    ['Queued', command.queued_at],
    ['Sent', command.sent_at],
    ['Acknowledged', command.acknowledged_at],
    ['Ended', command.completed_at],
  ] as const;
  return (
    <>
      <ol class="stages">
        {stages.map(([name, at]) => (
          <li key={name} class={at === null ? 'stage-ahead' : ''}>
            <strong>{name}</strong>
            <small>{at === null ? 'not yet' : <Instant at={at} hasSeconds />}</small>
          </li>
        ))}
      </ol>
      <Pairs
        pairs={[
          ['State', <StateBadge key="state" state={command.state} />],
          [
            'Terminal',
            <a key="terminal" href={linkTo('fleet', command.terminal_id)}>
              {command.terminal_id}
            </a>,
          ],
          ['Result', code === null ? 'None yet' : toWords(code)],
          ['Detail', command.result_detail ?? '–'],
          [
            'Requested by',
            <span key="by" class="name">
              {command.requested_by.display_name}
            </span>,
          ],
          ['Channel', command.channel.toUpperCase()],
          ['Attempts', `${command.attempt_count} of ${command.max_attempts}`],
          ['Expires', <Instant key="expires" at={command.expires_at} />],
        ]}
      />
      <section class="stack-tight">
        <h3>Parameters</h3>
        {Object.keys(parameters).length === 0 ? <p class="secondary">None</p> : <Members value={parameters} />}
      </section>
    </>
  );
}
