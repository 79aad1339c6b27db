import { useEffect, useState } from 'preact/hooks';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { Destination } from '../../api/types.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Hint, Loading } from '../../parts/states.tsx';
import { AttemptView } from '../events/attempt-view.tsx';
import { actOn } from './destination-actions.ts';

type Tested = SandboxSchemas['TestedDestination'];

const VERDICTS: Readonly<Record<Tested['verdict'], string>> = {
  delivered: 'The receiver accepted the sample.',
  refused: 'The receiver answered, but did not accept the sample.',
  no_answer: 'The receiver did not answer.',
  not_allowed: 'The sample was not sent, because the address is not allowed.',
};

/** Sends a sample, and shows what the response means. */
export function TestDialog({
  destination,
  onClose,
}: {
  readonly destination: Destination;
  readonly onClose: () => void;
}) {
  const [tested, setTested] = useState<Tested>();
  useEffect(() => {
    void actOn<Tested>(destination, 'test').then((result) => (result === undefined ? onClose() : setTested(result)));
  }, []);
  const attempt = tested?.delivery.attempts.at(-1);
  return (
    <Dialog title="Test" isWide onClose={onClose}>
      {tested === undefined ? (
        <Loading rows={3} />
      ) : (
        <>
          <Hint tone={tested.verdict === 'delivered' ? 'good' : 'bad'}>
            <strong>{VERDICTS[tested.verdict]}</strong>
            {tested.hints.map((hint) => (
              <p key={hint}>{hint}</p>
            ))}
          </Hint>
          {attempt === undefined ? null : (
            <AttemptView attempt={attempt} previous={undefined} body={tested.delivery.body} />
          )}
        </>
      )}
    </Dialog>
  );
}
