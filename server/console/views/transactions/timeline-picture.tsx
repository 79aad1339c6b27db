import type { TransactionTimeline } from '../../api/types.ts';
import { formatGap } from '../../format/time.ts';
import { toWords } from '../../format/words.ts';
import { Instant } from '../../parts/time.tsx';

type Step = TransactionTimeline['steps'][number];

const SOURCES = ['terminal', 'switch', 'network', 'issuer', 'ledger', 'case'] as const;
const FAILURES = [
  'surcharge_declined',
  'response_timeout',
  'dispense_failed',
  'cash_retracted',
  'non_dispense_detected',
  'reversal_sent',
  'dispute_opened',
];

/** The steps of a transaction from top to bottom, with a lane for each component. A line leads from step to step. */
export function TimelinePicture({ steps }: { readonly steps: readonly Step[] }) {
  const lanes = SOURCES.filter((source) => steps.some((step) => step.source === source));
  return (
    <div class="timeline" style={{ '--lanes': String(lanes.length) }}>
      <div class="timeline-head" aria-hidden="true">
        <span />
        <span class="timeline-lanes">
          {lanes.map((source) => (
            <span key={source}>{toWords(source)}</span>
          ))}
        </span>
      </div>
      <ol>
        {steps.map((step, index) => (
          <li key={step.step_no} class="timeline-step">
            <StepTime step={step} before={steps[index - 1]} />
            <Lanes
              count={lanes.length}
              lane={lanes.indexOf(step.source)}
              before={index === 0 ? undefined : lanes.indexOf(steps[index - 1]?.source ?? step.source)}
              isLast={index === steps.length - 1}
              isFailure={isFailure(step)}
            />
            <StepText step={step} />
          </li>
        ))}
      </ol>
    </div>
  );
}

const isFailure = ({ step, code, mti }: Step): boolean =>
  FAILURES.includes(step) || (mti?.endsWith('10') === true && code !== null && code !== '00' && code !== '10');

function StepTime({ step, before }: { readonly step: Step; readonly before: Step | undefined }) {
  return (
    <span class="timeline-time tabular">
      {before === undefined ? (
        <Instant at={step.at} hasSeconds />
      ) : (
        <span title={step.at}>+{formatGap(Date.parse(step.at) - Date.parse(before.at))}</span>
      )}
    </span>
  );
}

interface LanesProps {
  readonly count: number;
  readonly lane: number;
  /** The lane of the previous step. */
  readonly before: number | undefined;
  readonly isLast: boolean;
  readonly isFailure: boolean;
}

function Lanes({ count, lane, before, isLast, isFailure: hasFailed }: LanesProps) {
  const at = (index: number): string => `calc(${index + 0.5} * var(--lane))`;
  return (
    <span class="timeline-lanes" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <i key={index} class="timeline-guide" style={{ left: at(index) }} />
      ))}
      {before === undefined ? null : (
        <>
          <i class="timeline-line timeline-in" style={{ left: at(before) }} />
          <i
            class="timeline-line timeline-across"
            style={{ left: at(Math.min(before, lane)), width: `calc(${Math.abs(before - lane)} * var(--lane))` }}
          />
        </>
      )}
      {isLast ? null : <i class="timeline-line timeline-out" style={{ left: at(lane) }} />}
      <i class={hasFailed ? 'timeline-dot timeline-dot-bad' : 'timeline-dot'} style={{ left: at(lane) }} />
    </span>
  );
}

function StepText({ step }: { readonly step: Step }) {
  const message = [step.mti, step.code].filter((part) => part !== null).join(' ');
  return (
    <span class="timeline-text">
      <span>
        <strong>{toWords(step.step)}</strong> <span class="muted small">{toWords(step.source)}</span>
        {message === '' ? null : <code class="timeline-code">{message}</code>}
      </span>
      {step.detail === null ? null : <span class="secondary small wrap">{step.detail}</span>}
    </span>
  );
}
