import { check } from '../../engine/check.ts';
import { isSuccess } from '../../http/client.ts';
import { fail, forEachTestable, notApplicable, pass, untestable } from '../../reading/verdicts/verdict.ts';

const READ = ['getPortal', 'listTransactions', 'getAccountFeed'] as const;

export const validatorsAreOfTheKey = check({
  id: 'scope/validators-are-of-the-key',
  title: 'The ETag of a response to one key does not confirm it to a key that sees other data (304)',
  clause: 'auth.scope',
  covers: ['scope.response'],
  level: 'should',
  needs: ['insider', 'outsider'],
  run: ({ insider, outsider }) =>
    forEachTestable(READ, String, async (operation) => {
      const [control, own] = [await insider.get(operation), await outsider.get(operation)];
      if (!isSuccess(control) || !isSuccess(own)) return untestable('needs a response to both keys', control, own);
      const tag = control.header('etag');
      if (tag === undefined || own.header('etag') === undefined) return notApplicable('the responses have no ETag');
      if (control.text === own.text) return untestable('needs different responses to the two keys', control, own);
      if (tag !== own.header('etag')) return pass(control, own);
      const probe = await outsider.get(operation, {}, { headers: [['If-None-Match', tag]], isFresh: true });
      if (probe.status !== 304) return pass(control, probe);
      const expected = `the response to ${outsider.name}, which differs from that to ${insider.name}`;
      return fail({ expected, actual: probe, saw: '304, not modified' }, control, own);
    }),
});
