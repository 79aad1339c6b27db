/** The places that one tree keeps: names of members come from the target. */
const MOST_PLACES = 50_000;

/**
 * A place in a body: `/rows[0]/id`. All readers of a tree get the same object for the same place, so that many rows need one text for each
 * column instead of one for each value.
 */
export class Place {
  readonly text: string;
  readonly #tree: { count: number };
  readonly #members = new Map<string, Place>();
  readonly #elements = new Map<string | number, Place>();
  #pattern: string | undefined;

  constructor(text: string, tree = { count: 0 }) {
    this.text = text;
    this.#tree = tree;
  }

  /** The place with `*` for each member whose name is a number: `/rows/*` for `/rows/17`. */
  get pattern(): string {
    this.#pattern ??= this.text.replaceAll(/\/\d+(?=\/|$)/g, '/*');
    return this.#pattern;
  }

  /** Whether the tree has its maximum of places, and a new one should be used. */
  get isFull(): boolean {
    return this.#tree.count >= MOST_PLACES;
  }

  /** Returns the place of a member. */
  member(name: string): Place {
    return this.#members.get(name) ?? this.#keep(this.#members, name, `${this.text}/${name}`);
  }

  /** Returns the place of an element, by its position or by its name. */
  element(step: string | number): Place {
    return this.#elements.get(step) ?? this.#keep(this.#elements, step, `${this.text}[${step}]`);
  }

  #keep<Step>(known: Map<Step, Place>, step: Step, text: string): Place {
    const place = new Place(text, this.#tree);
    this.#tree.count += 1;
    // a body with more places than that does not repeat them
    if (!this.isFull) known.set(step, place);
    return place;
  }
}

/** Returns a function that returns the place of a whole body, in a tree that many bodies share. */
export function sharePlaces(): () => Place {
  let root = new Place('');
  return () => {
    if (root.isFull) root = new Place('');
    return root;
  };
}
