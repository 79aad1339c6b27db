/**
 * The script of the page: filters, copying commands, and opening link targets. It reads
 * attributes and text, and writes only `hidden`, `open`, numbers and labels, so no data become markup.
 */
export const script = `
'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const form = document.querySelector('.filters');
const cards = all('.check');
const reasonOf = (card) => card.closest('.reason')?.firstElementChild.textContent ?? '';
const texts = new Map(cards.map((card) => [card, (card.textContent + reasonOf(card)).toLowerCase()]));
const groups = all('[data-section]');
const reasons = all('.reason');
const totals = new Map(groups.map((group) => [group, all('.check', group).length]));
const wasOpen = new Map(all('details').map((one) => [one, one.open]));

function filter() {
  const { text, topic, level } = form.elements;
  const verdicts = all('[name=verdict]', form).filter((box) => box.checked).map((box) => box.value);
  const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const active = verdicts.length + words.length > 0 || topic.value !== '' || level.value !== '';
  let shown = 0;
  for (const card of cards) {
    const { verdict, topic: itsTopic, level: itsLevel } = card.dataset;
    const fits = (verdicts.length === 0 || verdicts.includes(verdict)) && (topic.value === '' || itsTopic === topic.value)
      && (level.value === '' || itsLevel === level.value) && words.every((word) => texts.get(card).includes(word));
    card.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const reason of reasons) reason.hidden = all('.check', reason).every((card) => card.hidden);
  for (const group of groups) {
    const left = all('.check', group).filter((card) => !card.hidden).length;
    group.hidden = left === 0;
    const number = group.querySelector('h2 .n');
    number.textContent = left === totals.get(group) ? left : left + ' of ' + totals.get(group);
    if (group.matches('details')) group.open = active ? left > 0 : wasOpen.get(group);
  }
  form.querySelector('output').textContent = active ? shown + ' of ' + cards.length + ' checks' : cards.length + ' checks';
}

if (form) {
  form.hidden = false;
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(filter));
  filter();
}

for (const block of all('.again')) {
  if (!navigator.clipboard) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  block.append(button);
}

function reveal() {
  const aim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!aim) return;
  for (let one = aim; one; one = one.parentElement) if (one.matches('details')) one.open = true;
  if (aim.hidden && form) form.reset();
  aim.scrollIntoView();
}
addEventListener('hashchange', reveal);
reveal();

let closed = [];
addEventListener('beforeprint', () => {
  closed = all('.check.red:not([open]), .check.amber:not([open])');
  for (const one of closed) one.open = true;
});
addEventListener('afterprint', () => { for (const one of closed) one.open = false; });
`;
