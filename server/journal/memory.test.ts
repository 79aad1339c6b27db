import { openMemoryJournal } from './memory.ts';
import { describeJournal } from './testing/journal-suite.ts';

describeJournal('memory', openMemoryJournal);
