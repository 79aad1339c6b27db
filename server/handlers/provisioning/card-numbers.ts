/**
 * Whether text contains a possible card number: 13 to 19 digits, without separators or in groups separated by a space
 * or a dash, that pass the Luhn check. Used to reject such text before it is stored.
 * @see clause privacy.no_card_data
 */
export function containsCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d+(?:[ -]\d+)*/g)) {
    if (doesAnyGroupPassLuhn(run.split(/[ -]/))) return true;
  }
  return false;
}

/** Tests only whole groups of digits, so that a longer number does not match by a part of it. */
function doesAnyGroupPassLuhn(groups: readonly string[]): boolean {
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
