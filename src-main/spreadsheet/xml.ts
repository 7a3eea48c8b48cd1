// Reads XML that comes in pieces, and tells it element by element. sax does the parsing. What
// spreadsheets never have and attacks do ends it: a document type with its entities, depth,
// thousands of attributes.
import { TextDecoder } from 'node:util';
import sax, { type SAXOptions, type SAXParser } from 'sax';
import { unusable } from './trouble.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlListener {
  /** Names come without their prefix: programs choose different ones. */
  open(name: string, attributes: Attributes): void;
  /** A text may come in several pieces. */
  text(text: string): void;
  close(name: string): void;
}

const mostDepth = 200;
const mostAttributes = 500;

/** Without `position` sax bounds no name, attribute or comment. */
const options: SAXOptions & { readonly strictEntities: boolean } = {
  position: true,
  strictEntities: true,
};

/**
 * Reads to the end, or until `isEnough` says so. @throws trouble, and what the listener and the
 * source throw.
 */
export async function readXml(
  source: AsyncIterable<Buffer>,
  listener: XmlListener,
  isEnough: () => boolean = () => false,
): Promise<void> {
  const parser = parserFor(listener);
  let decoder: TextDecoder | undefined;
  for await (const bytes of source) {
    decoder ??= decoderFor(bytes);
    parser.write(decoded(decoder, bytes));
    if (isEnough()) return;
  }
  if (!decoder) throw unusable('damaged');
  parser.write(decoded(decoder, undefined));
  parser.close();
}

function parserFor(listener: XmlListener): SAXParser {
  const parser = new sax.SAXParser(true, options);
  let depth = 0;
  let roots = 0;
  let attributes = 0;
  const end = (): never => {
    throw unusable('damaged');
  };
  parser.onerror = end;
  parser.ondoctype = end;
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > mostAttributes) end();
  };
  parser.onopentag = (tag) => {
    attributes = 0;
    if (depth === 0) roots += 1;
    depth += 1;
    if (roots > 1 || depth > mostDepth) end();
    listener.open(localName(tag.name), tag.attributes as Attributes);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    listener.close(localName(name));
  };
  parser.ontext = (text) => {
    listener.text(text);
  };
  parser.oncdata = (text) => {
    listener.text(text);
  };
  return parser;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the attribute of this name, whatever its prefix is. */
export function attributeNamed(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => localName(each) === name);
  return key === undefined ? undefined : attributes[key];
}

/** Chooses UTF-16 if the first bytes say so, and UTF-8 otherwise. */
function decoderFor([first, second]: Buffer): TextDecoder {
  const start = [first, second].join();
  const littleEndian = ['255,254', '60,0'];
  const bigEndian = ['254,255', '0,60'];
  const encoding = littleEndian.includes(start)
    ? 'utf-16le'
    : bigEndian.includes(start)
      ? 'utf-16be'
      : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
}

/** Decodes the bytes; undefined asks for what is left at the end. */
function decoded(decoder: TextDecoder, bytes: Buffer | undefined): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw unusable('damaged');
  }
}
