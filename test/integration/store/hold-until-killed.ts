// A till process for held-carts.test.ts: without end it puts the sale under way aside and takes up
// the one that was put aside first. Argument: the database file.
import {
  holdCart,
  readHeldSales,
  readOpenCart,
  resumeCart,
} from '../../../src-main/store/carts.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { tellParent } from '../../tell-parent.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('a file is needed');

const opened = openStore(file);
if (!opened.ok) throw new Error(opened.error.code);
const db = opened.value;

for (;;) {
  const cart = readOpenCart(db);
  if (cart) holdCart(db, { cart, name: '', atMs: 0 });
  const [first] = readHeldSales(db);
  if (!first) throw new Error('nothing is put aside');
  resumeCart(db, first.cartId);
  tellParent('turned');
}
