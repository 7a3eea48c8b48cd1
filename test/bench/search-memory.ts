// A process for search.ts: it prints how many MiB it has grown by once one searcher is ready and
// has searched. Arguments: which searcher, the number of products, and the folder of what it has
// built.
import { keystrokes, products } from './products.ts';
import { ours, rivals } from './searchers.ts';

const [key, count, folder] = process.argv.slice(2);
const searcher = [ours, ...rivals].find((each) => each.key === key);
if (!searcher || count === undefined || folder === undefined) {
  throw new Error('a searcher, a count and a folder are needed');
}

const residentMiB = (): number => {
  globalThis.gc?.();
  return process.memoryUsage.rss() / 2 ** 20;
};

const typed = keystrokes(Number(count), 2_000);
const before = residentMiB();
const opened = searcher.open(products(Number(count)), folder);
for (let at = 0; at < typed.length; at += 40) opened.find(typed[at] ?? '');
console.log(residentMiB() - before);
opened.close?.();
