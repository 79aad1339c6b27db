import { computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { isOperator, mayManage } from '../../api/session.ts';
import { toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Hint } from '../../parts/states.tsx';
import { runningAction } from '../../state/actions.ts';
import { linkTo } from '../../state/route.ts';
import { createReceiver, type DemoRun, demoRun, emptyCassettes } from './demo-run.ts';

const STORAGE = 'fleetkit-demo';

/** Whether the demo is shown. On the first visit it is. */
export const isDemoOpen = signal(localStorage.getItem(STORAGE) === null);

export function openDemo(): void {
  isDemoOpen.value = true;
  demoRun.value = { step: 'receiver', startedMs: Date.now() };
}

function closeDemo(): void {
  isDemoOpen.value = false;
  localStorage.setItem(STORAGE, 'seen');
}

/** Whether the demo can be run: it moves the clock, which only the operator may do. */
export const canRunDemo = computed(() => isOperator.value && mayManage.value);

/** Three steps from a new receiver to a verified delivery. */
export function GuidedDemo() {
  if (!isDemoOpen.value || !canRunDemo.value) return null;
  return (
    <section class="demo" aria-labelledby="demo-title">
      <div class="row between">
        <div>
          <h2 id="demo-title">See a webhook arrive, in three steps</h2>
          <p class="secondary">A cassette is emptied, the alert follows, and a signed delivery reaches its receiver.</p>
        </div>
        <Button kind="quiet" size="small" icon="close" label="Close the guided demo" onPress={closeDemo} />
      </div>
      <Steps run={demoRun.value} />
    </section>
  );
}

function Steps({ run }: { readonly run: DemoRun }) {
  const isBusy = runningAction.value !== undefined;
  return (
    <>
      <ol class="demo-steps">
        <Step number={1} title="Create a receiver" isCurrent={run.step === 'receiver'} isDone={run.step !== 'receiver'}>
          {run.step === 'receiver' ? (
            <Button kind="primary" isDisabled={isBusy} onPress={() => void createReceiver()}>
              Create an inbox
            </Button>
          ) : (
            'The inbox verifies every signature.'
          )}
        </Step>
        <Step
          number={2}
          title="Empty a cassette"
          isCurrent={run.step === 'cause'}
          isDone={run.step === 'delivery' || run.step === 'done'}
        >
          {run.step === 'cause' ? (
            <Button kind="primary" icon="bolt" isDisabled={isBusy} onPress={() => void emptyCassettes()}>
              Empty cassette A
            </Button>
          ) : run.terminalId === undefined ? (
            'The notes are removed, and the clock moves to the alert.'
          ) : (
            `${run.terminalId} is out of cash.`
          )}
        </Step>
        <Step number={3} title="See the delivery" isCurrent={run.step === 'delivery'} isDone={run.step === 'done'}>
          {run.step === 'delivery' ? 'Waiting for the delivery.' : 'Signed, sent, verified.'}
        </Step>
      </ol>
      {run.result === undefined ? null : <Result run={run} />}
    </>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isCurrent: boolean;
  readonly isDone: boolean;
  readonly children: ComponentChildren;
}

function Step({ number, title, isCurrent, isDone, children }: StepProps) {
  const state = isDone ? 'demo-step demo-done' : isCurrent ? 'demo-step demo-current' : 'demo-step';
  return (
    <li class={state} aria-current={isCurrent ? 'step' : undefined}>
      <span class="demo-number">{isDone ? <Icon name="check" /> : number}</span>
      <div class="stack-tight">
        <h3>
          {title}
          {isDone ? <span class="hidden-text"> (done)</span> : null}
        </h3>
        <div class="secondary small">{children}</div>
      </div>
    </li>
  );
}

function Result({ run: { result, seconds } }: { readonly run: DemoRun }) {
  if (result === undefined) return null;
  const { delivery, isVerified, message } = result;
  return (
    <div role="status">
      <Hint tone={isVerified ? 'good' : 'bad'}>
        <strong>
          {isVerified ? 'Verified delivery' : 'The delivery arrived, but was not verified'}: {toWords(delivery.type)} of{' '}
          {delivery.terminal_id}, answered with {delivery.last_status}.
        </strong>{' '}
        {message} {seconds === undefined ? '' : `The demo took ${seconds.toFixed(0)} s.`}{' '}
        <a href={linkTo('events', delivery.delivery_id)}>Open the delivery</a>
      </Hint>
    </div>
  );
}
