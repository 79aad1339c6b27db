import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { baseUrl } from '../../api/base-path.ts';
import { isOperator, session } from '../../api/session.ts';
import { toCurl } from '../../format/curl.ts';
import { Button } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Hint, Loading } from '../../parts/states.tsx';
import { runAction, runningAction } from '../../state/actions.ts';
import { advanceClock } from '../../state/clock-actions.ts';
import { useResource } from '../../state/resource.ts';

/** A cause or an outcome that the server made, or would make. */
interface Made {
  /** Seconds of sandbox time until it shows. */
  readonly happens_after_seconds: number;
}

interface TriggerFormProps<Kind extends Made> {
  readonly title: string;
  readonly note: string;
  readonly summary: string;
  /** The request that triggers. With `dry_run`, it is the preview. */
  readonly path: '/sandbox/causes' | '/sandbox/outcomes';
  readonly body: object;
  readonly send: (body: object) => Promise<Kind>;
  /** To what the clock moves: `event` or `outcome`. */
  readonly noun: string;
  readonly button: string;
  /** The fields of the request. */
  readonly children: ComponentChildren;
  /** Shown below the refusal of a preview. */
  readonly remedy?: ComponentChildren;
  readonly showPreview: (made: Kind) => ComponentChildren;
  /** Called after the request, and after the clock was moved or not. */
  readonly onMade: (made: Kind, isMoved: boolean) => void;
}

/** A form that triggers: fields, a preview, whether the clock moves, the button, and the same request with curl. */
export function TriggerForm<Kind extends Made>(props: TriggerFormProps<Kind>) {
  const { title, note, summary, path, body, send, noun, button, children, remedy, showPreview, onMade } = props;
  const [isMoving, setMoving] = useState(true);
  const preview = useResource(JSON.stringify(body), () => send({ ...body, dry_run: true }));
  const isReady = preview.data !== undefined && preview.error === undefined;
  const trigger = async (): Promise<void> => {
    const made = await runAction('trigger', () => send(body));
    if (made === undefined) return;
    const isMoved =
      isMoving && isOperator.value && (await advanceClock({ by: `PT${made.happens_after_seconds}S` })) !== undefined;
    preview.reload();
    onMade(made, isMoved);
  };
  return (
    <Panel title={title} note={note}>
      <div class="stack">
        <p class="secondary">{summary}</p>
        {children}
        {preview.isLoading ? <Loading rows={3} /> : null}
        {preview.error === undefined ? null : (
          <Hint tone="warn">
            <p>{preview.error}</p>
            {remedy}
          </Hint>
        )}
        {isReady && preview.data !== undefined ? showPreview(preview.data) : null}
        {isOperator.value ? (
          <label class="row-tight">
            <input
              type="checkbox"
              checked={isMoving}
              onChange={({ currentTarget }) => setMoving(currentTarget.checked)}
            />
            Move the clock to the {noun}
          </label>
        ) : (
          <Hint>Only the operator can move the clock. The {noun} follows when the clock reaches it.</Hint>
        )}
        <div class="row">
          <Button
            kind="primary"
            size="large"
            icon="bolt"
            isDisabled={!isReady || runningAction.value !== undefined}
            onPress={() => void trigger()}
          >
            {button}
          </Button>
        </div>
        <details>
          <summary>The same with curl</summary>
          <Code text={toCommand(path, body)} label="command" />
        </details>
      </div>
    </Panel>
  );
}

const toCommand = (path: string, body: object): string =>
  toCurl({
    method: 'POST',
    url: `${baseUrl}${path}`,
    headers: { 'X-API-Key': session.value?.apiKey ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
