import { SaxesParser } from 'saxes';

/** An element of an XML document. */
export interface XmlElement {
  /** With its prefix, as written. */
  readonly name: string;
  /** Namespace of the name; empty if it has none. */
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, with references resolved. */
  readonly text: string;
}

/** Parses a well-formed document with its namespaces. Throws at the first error, with line and column. */
export function readXml(xml: string): XmlElement {
  const document = new Builder('', '', {});
  const open = [document];
  const parser = new SaxesParser({ xmlns: true, position: true });
  parser.on('opentag', ({ name, uri, attributes }) => {
    const values = Object.values(attributes).map((attribute): [string, string] => [attribute.name, attribute.value]);
    const element = new Builder(name, uri, Object.fromEntries(values));
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  const [root] = document.children;
  if (root === undefined) throw new Error('the document has no root element');
  return root;
}

class Builder implements XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Builder[] = [];
  text = '';

  constructor(name: string, namespace: string, attributes: Readonly<Record<string, string>>) {
    this.name = name;
    this.namespace = namespace;
    this.attributes = attributes;
  }
}
