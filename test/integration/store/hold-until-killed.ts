// A till process for held-carts.test.ts: without end it puts the sale under way aside and takes up
// the one that was put aside first. Arguments: the database file, and after how many statements,
// BEGIN and COMMIT among them, the process kills itself; else it is killed from outside.
import {
  holdCart,
  readHeldSales,
  readOpenCart,
  resumeCart,
} from '../../../src-main/store/carts.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { tellParent } from '../../tell-parent.ts';

const [file, statements] = process.argv.slice(2);
if (file === undefined) throw new Error('a file is needed');

const opened = openStore(file);
if (!opened.ok) throw new Error(opened.error.code);
const db = opened.value;

interface Writes {
  run: (...args: unknown[]) => unknown;
}
const writes = Object.getPrototypeOf(db.prepare('SELECT 1')) as Writes;
const { run } = writes;
let left = Number(statements ?? Infinity);
writes.run = function (this: unknown, ...args) {
  const ran = run.apply(this, args);
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  return ran;
};

for (;;) {
  const cart = readOpenCart(db);
  if (cart) holdCart(db, { cart, name: '', atMs: 0 });
  const [first] = readHeldSales(db);
  if (!first) throw new Error('nothing is put aside');
  resumeCart(db, first.cartId);
  tellParent('turned');
}
