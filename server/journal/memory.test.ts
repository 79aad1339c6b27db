import { describeJournal } from './journal-suite.ts';
import { openMemoryJournal } from './memory.ts';

describeJournal('memory', openMemoryJournal);
