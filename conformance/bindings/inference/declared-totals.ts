/** Reads from a description which rows a total includes; `undefined` if it mentions neither or both. */
export function readDeclaredExtent(description: readonly string[]): 'page' | 'matching' | undefined {
  const text = description.join(' ');
  const isWhole =
    /\b(all|every|entire|whole|complete) (the )?(\w+ ){0,2}(row|rows|page|pages|result|results|match|matching|transaction|transactions|item|items)\b|\bnot (just|only) (the |this )?page\b|\bregardless of (the )?(page|limit)\b|\b(before|ignoring) (the )?(paging|limit)\b/.test(
      text,
    );
  const isOfPage =
    /\b(this|the|current|returned|shown) (page|rows|items)( only)?\b(?! (and|or))|\b(of|on|in) (this|the current) page\b/.test(
      text,
    );
  return isWhole ? 'matching' : isOfPage ? 'page' : undefined;
}

const NEGATES =
  /\b(not?|never|except|exclud\w*|without|ohne|nicht|kein\w*|sauf|hors|sans|ne|sin|no|salvo|excepto|exceto|sem|não|niet|geen|non|senza)\b/i;

/**
 * Returns the values that a description names as those that count, in sentences without a negation: `of type Withdrawal` of the
 * types of the rows. Longer values come first, so that a part of a value does not count as another one.
 */
export function listDeclaredValues(text: string, values: readonly string[]): string[] {
  let rest = text
    .split(/[.;\n(]|,? but /)
    .filter((sentence) => !NEGATES.test(sentence))
    .join('. ');
  const found: string[] = [];
  for (const value of [...values].sort((one, other) => other.length - one.length)) {
    if (!/^[A-Za-z][\w-]{3,}$/.test(value)) continue;
    const pattern = new RegExp(`(?<!\\w)${value}(s|es)?(?!\\w)`, 'g');
    if (!pattern.test(rest)) continue;
    found.push(value);
    rest = rest.replaceAll(pattern, ' ');
  }
  return found;
}
