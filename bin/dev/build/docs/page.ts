import type { Heading, Section } from './markdown.ts';

/** A page of the documentation. */
export interface DocumentPage {
  /** The path of its address, such as `/docs/webhooks`. */
  readonly path: string;
  readonly title: string;
  /** The text of links in the navigation. Default: the title. */
  readonly label?: string;
  /** One sentence below the title. */
  readonly lead?: string;
  /** The content below the title. */
  readonly html: string;
  /** The answer to programs, as Markdown whose links are addresses of pages. Absent: the server has another answer for them. */
  readonly plain?: string;
  /** The headings that the page lists beside its content. */
  readonly headings?: readonly Heading[];
  /** The parts that the search finds. */
  readonly sections?: readonly Section[];
  /** The kind of page that the search shows. Default: by the path. */
  readonly kind?: string;
  /** How much space the content uses: a column of text, the whole width, or the whole width without a list of headings. */
  readonly width?: 'text' | 'wide';
  /** Additional style sheets and scripts, by the names of the assets. */
  readonly assets?: readonly string[];
  /** Attributes of the body, for scripts. */
  readonly data?: Readonly<Record<string, string>>;
}

/** A group of links in the navigation. */
export interface NavigationGroup {
  readonly title: string;
  readonly pages: readonly NavigationLink[];
}

export interface NavigationLink {
  readonly path: string;
  readonly title: string;
  /** Pages below this one. They are listed while one of them is open. */
  readonly children?: readonly NavigationLink[];
}
