import { openMemoryDeliveries } from './memory.ts';
import { describeDeliveries } from './store-suite.ts';

describeDeliveries('memory', openMemoryDeliveries);
