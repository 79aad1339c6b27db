import { formatHundredths, parseHundredths } from '../../../../conformance/client/core/decimal.ts';
import type { Circumstance } from '../../../../conformance/client/core/lesson.ts';
import { pageLists, serveSandbox } from '../playing/lists.ts';
import { createProblem, markReply, type Reply, type Wrap } from '../playing/reply.ts';
import { prepareTask } from '../playing/tasks.ts';
import { type Play, playOnce } from './play.ts';

/** Changes the replies to writes. `handle` lets the sandbox handle the write. */
const changeWrites =
  (change: (handle: () => Promise<Reply>, number: number) => Promise<Reply>): Wrap =>
  (next) => {
    let writes = 0;
    return (incoming) => {
      if (incoming.method !== 'POST' || !incoming.hasKey) return next(incoming);
      writes += 1;
      return change(() => next(incoming), writes);
    };
  };

/** The service refuses a dispute of more than the transaction. */
const TOO_MUCH_CENTS = 100_000n;

const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300;

const markHandled = async (handle: () => Promise<Reply>): Promise<Reply> => {
  const reply = await handle();
  return isSuccess(reply) ? markReply(reply, 'handled') : reply;
};

const usual = playOnce({ wrap: () => changeWrites(markHandled) });

/** Plays of writes. */
export const writePlays = {
  'usual-dispute': usual,
  'usual-derivation': usual,
  'corrected-dispute': {
    async act(stage, task) {
      const { world } = stage;
      stage.serve(changeWrites(markHandled)(pageLists(world, {})(serveSandbox(world))));
      const right = await prepareTask(task, { world, plan: {} });
      const cents = parseHundredths(String(right.input.amount)) ?? 0n;
      await stage.run({ ...right, input: { ...right.input, amount: formatHundredths(cents + TOO_MUCH_CENTS) } });
      await stage.run(right);
    },
  },
  'unavailable-write': playOnce({
    wrap: () =>
      changeWrites(async (handle, number) => {
        if (number > 1) return markHandled(handle);
        const refusal = createProblem(503, 'service_unavailable', 'The service is not available at present.');
        return markReply(refusal, 'unavailable', 'the service is unavailable for one request');
      }),
  }),
  'lost-response': playOnce({
    wrap: () => {
      let isLost = false;
      return changeWrites(async (handle) => {
        const reply = await markHandled(handle);
        if (isLost || !isSuccess(reply)) return reply;
        isLost = true;
        return {
          ...markReply(reply, 'lost-response', 'the write is done, and its response is lost'),
          effect: { kind: 'reset', isWithinBody: false },
        };
      });
    },
  }),
} satisfies Partial<Record<Circumstance, Play>>;
