import { parseArgs } from 'node:util';
import { classifyDetection, type Detection } from '../independent/measure.ts';
import { examineBlindService } from './examine.ts';
import { type BlindFault, blindServices, isInstalled } from './services.ts';

/*
 * Runs the kit against the services of this folder: `node lab/blind/cli.ts [--service NAME] [--every N]`. Prints what it finds on the correct
 * service, and how it reports every Nth fault (each one by default).
 */

const { values } = parseArgs({ options: { service: { type: 'string' }, every: { type: 'string', default: '1' } } });
const every = Number(values.every);
const chosen = blindServices.filter(({ name }) => values.service === undefined || values.service === name);
if (chosen.length === 0 || !(every >= 1)) {
  const names = blindServices.map(({ name }) => name).join(', ');
  process.stderr.write(`Expected --service ${names}, and --every with a whole number above 0.\n`);
  process.exit(2);
}

const print = (text: string): boolean => process.stdout.write(`${text}\n`);

for (const service of chosen) {
  if (!isInstalled(service)) {
    print(`${service.name}: its language is not installed`);
    continue;
  }
  const correct = await examineBlindService(service);
  const failed = correct.results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  print(`${service.name}: ${failed.length} rules fail on the correct service ${failed.join(', ')}`);
  const reports: { readonly fault: BlindFault; readonly detection: Detection }[] = [];
  for (const fault of service.faults.filter((_, at) => at % every === 0)) {
    const detection = classifyDetection(correct, await examineBlindService(service, fault.id));
    reports.push({ fault, detection });
    if (detection !== 'must') print(`  ${detection}: ${fault.id}${fault.must ? '' : ' (the document leaves it open)'}`);
  }
  const required = reports.filter(({ fault }) => fault.must);
  const found = required.filter(({ detection }) => detection === 'must');
  print(`${service.name}: ${found.length} of ${required.length} required faults found by a required rule`);
}
