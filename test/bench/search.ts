// Finding a product per key press, and looking one up by its barcode, compared with simpler ways to
// the same data.
import type { BenchEntry, Side } from './harness.ts';
import { barcodes, keystrokes, products } from './products.ts';
import { ours, plain, type Opened } from './searchers.ts';

interface Search {
  readonly name: string;
  readonly size: string;
  readonly count: number;
  readonly samples: number;
  /** One text for each sample. */
  readonly texts: () => readonly string[];
  readonly act: (opened: Opened, text: string) => unknown;
}

const searchEntry = ({ name, size, count, samples, texts, act }: Search): BenchEntry => ({
  name,
  size,
  warmUps: Math.ceil(samples / 10),
  samples,
  isLong: count > 100_000,
  baselineName: plain.name,
  prepare: (folder) => {
    const each = texts();
    ours.build?.(products(count), folder);
    const own = ours.open(products(count), folder);
    const other = plain.open(products(count), folder);
    return {
      ours: side((text) => act(own, text), each),
      baseline: side((text) => act(other, text), each),
      cleanUp: () => {
        own.close?.();
        other.close?.();
      },
    };
  },
});

function side(act: (text: string) => unknown, texts: readonly string[]): Side {
  let at = -1;
  return {
    before: () => void (at = (at + 1) % texts.length),
    run: () => void act(texts[at] ?? ''),
  };
}

const keystrokeEntry = (count: number): BenchEntry => {
  const samples = count > 100_000 ? 500 : 2_000;
  return searchEntry({
    name: `search.key.products-${count}`,
    size: `1 key pressed, among ${count} products`,
    count,
    samples,
    texts: () => keystrokes(count, samples),
    act: (opened, text) => opened.find(text),
  });
};

const barcodeEntry = (count: number): BenchEntry =>
  searchEntry({
    name: `search.barcode.products-${count}`,
    size: `1 barcode, among ${count} products`,
    count,
    samples: 1_000,
    texts: () => barcodes(count, 1_000),
    act: (opened, text) => opened.byBarcode?.(text),
  });

const counts = [1_000, 10_000, 100_000, 1_000_000];

export const searchEntries: readonly BenchEntry[] = counts.flatMap((count) => [
  keystrokeEntry(count),
  barcodeEntry(count),
]);
