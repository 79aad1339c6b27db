import { parseArgs } from 'node:util';
import { FAULTS } from '../generator/faults/index.ts';
import { mutants } from '../mutants/index.ts';
import { createTrafficShape, examineMutant, examineTraffic, type Miss } from './examine-traffic.ts';

const USAGE = `node lab/traffic/cli.ts --seeds 1..40 [--live | --frozen] [--programs 4] [--faults all|ID,ID]
       node lab/traffic/cli.ts --mutants 6

Records the traffic of a client with generated services, and judges it. Without --faults: lists accusations of right services, and exits
with 1 if there are any; --programs is the number of programs that use each service, one after the other. With --faults: each fault in one of the seeds; lists those that are visible in the traffic and not found.
With --mutants: each sixth mutant of the sandbox, which keeps the built-in contract.`;

/** The services that respond at the same time: the programs wait for slow ones. */
const AT_ONCE = 3;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function formatMiss(miss: Miss): string {
  if (miss.reason === 'shown') return `the recording shows it: ${miss.proofs.join('; ').slice(0, 240)}`;
  if (miss.reason === 'possibly-changed') return `the data may have changed: ${miss.finding.slice(0, 120)}`;
  if (miss.reason === 'lacks-requests') return `the recording lacks ${miss.absent.join(', ').slice(0, 240)}`;
  return 'the kit does not find it either';
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1..20' },
    live: { type: 'boolean' },
    frozen: { type: 'boolean' },
    faults: { type: 'string' },
    mutants: { type: 'string' },
    programs: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});
const [first = 1, last = first] = (values.seeds ?? '').split('..').map(Number);
if (values.help === true || !(last >= first)) {
  print(USAGE);
  process.exit(values.help === true ? 0 : 2);
}
const programs = Number(values.programs);
const seeds = Array.from({ length: last - first + 1 }, (_, at) => first + at);

if (values.mutants !== undefined) {
  const step = Number(values.mutants);
  let [required, reported, visible] = [0, 0, 0];
  for (const mutant of mutants.filter((_, at) => at % step === 0)) {
    const done = await examineMutant(mutant);
    if (done.visible > 0) visible += 1;
    if (done.required.length > 0) required += 1;
    if (done.required.length + done.advised.length > 0) reported += 1;
    const found = [...done.required, ...done.advised.map((id) => `${id} (advice)`)].join(', ');
    print(`${mutant.id}: ${done.visible === 0 ? 'not visible' : found || 'MISSED'}`);
  }
  print(`Found by a required rule: ${required} of ${visible} visible mutants; by any rule: ${reported}.`);
} else if (values.faults === undefined) {
  let [exchanges, accused] = [0, 0];
  const startedMs = performance.now();
  const examineNext = async (left: Iterator<number>): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      const done = await examineTraffic({
        seed: next.value,
        isLive: values.live === true,
        isFrozen: values.frozen === true,
        programs,
      });
      exchanges += done.exchanges;
      if (done.accusations.length > 0) accused += 1;
      print(`seed ${next.value}: ${done.exchanges} exchanges, ${done.passed} passed`);
      for (const accusation of done.accusations) print(`  ${accusation}`);
    }
  };
  const left = seeds.values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => examineNext(left)));
  const seconds = (performance.now() - startedMs) / 1000;
  print(
    `Accused: ${accused} of ${seeds.length} right services, in ${exchanges} exchanges, ${Math.round(exchanges / seconds)} per second.`,
  );
  process.exitCode = accused === 0 ? 0 : 1;
} else {
  const wanted = values.faults === 'all' ? undefined : values.faults.split(',');
  const faults = FAULTS.filter(({ id, isWeak }) => wanted?.includes(id) ?? !isWeak);
  let [found, shown, visible, hidden] = [0, 0, 0, 0];
  for (const [at, fault] of faults.entries()) {
    const seed = seeds
      .map((_, step) => seeds[(at + step) % seeds.length] ?? first)
      .find((one) => fault.isApplicable(createTrafficShape(one)));
    if (seed === undefined) continue;
    const { accusations, miss, visible: different, exchanges } = await examineTraffic({ seed, fault: fault.id });
    if (different === 0) {
      hidden += 1;
      print(`not visible: ${fault.id}`);
      continue;
    }
    visible += 1;
    if (accusations.length > 0) found += 1;
    if (accusations.length > 0 || miss?.reason === 'shown') shown += 1;
    const outcome = miss === undefined ? `found by ${accusations[0]?.slice(0, 120)}` : `MISSED: ${formatMiss(miss)}`;
    print(`${fault.id} in seed ${seed}, ${different} of ${exchanges} responses differ: ${outcome}`);
  }
  print(
    `Found: ${found} of ${visible} faults that change responses (${hidden} change none); ${found} of ${shown} that the recordings show.`,
  );
}
