/**
 * Whether a text holds what looks like a card number: 13 to 19 digits, in one piece or in groups with a space or a dash
 * between them, that pass the Luhn check. Used to refuse such text before it is stored.
 * @see clause privacy.no_card_data
 */
export function holdsCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d+(?:[ -]\d+)*/g)) {
    if (someGroupsPass(run.split(/[ -]/))) return true;
  }
  return false;
}

/** Whole groups only: a longer number that happens to contain a passing one is not a card. */
function someGroupsPass(groups: readonly string[]): boolean {
  for (let first = 0; first < groups.length; first += 1) {
    let digits = '';
    for (const group of groups.slice(first)) {
      digits += group;
      if (digits.length > 19) break;
      if (digits.length >= 13 && passesLuhn(digits)) return true;
    }
  }
  return false;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
