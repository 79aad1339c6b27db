import { followHeadings } from './contents.ts';
import { enableCopying } from './copy.ts';
import { enableFilter } from './filter.ts';
import { enableMenu } from './menu.ts';
import { enableSearch } from './open-search.ts';
import { enableThemeSwitch } from './theme-switch.ts';

/* The script of every page of the documentation. Without it, pages are complete except for what it enables. */

enableMenu();
enableThemeSwitch();
enableCopying();
enableSearch();
enableFilter();
followHeadings();
