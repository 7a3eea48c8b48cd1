// A till process for kill.test.ts: it sells without end, and prints each reference once its sale is
// committed. Arguments: the database file, and the number of its first sale.
import { openStore } from '../../../src-main/store/open.ts';
import { saveOpenCart } from '../../../src-main/store/carts.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { claimNext, doubtUnfinished, mustStep } from '../../../src-main/store/sale-steps.ts';
import { bindTill } from '../../../src-main/store/till.ts';
import { tellParent } from '../../tell-parent.ts';
import { binding, cart, evidence, installation, sale } from './samples.ts';

const [file, firstNumber] = process.argv.slice(2);
if (file === undefined || firstNumber === undefined) throw new Error('file and number are needed');

const opened = openStore(file);
if (!opened.ok) throw new Error(opened.error.code);
const db = opened.value;
bindTill(db, binding, installation);
doubtUnfinished(db, 0);

for (let number = Number(firstNumber); ; number += 1) {
  saveOpenCart(db, cart(number));
  const { reference } = commitSale(db, sale(number));
  tellParent(reference);
  // Sends the oldest sale meanwhile; after a kill that is one left queued by an earlier life of the
  // process.
  const claim = claimNext(db, number);
  if (!claim) throw new Error('nothing was queued');
  mustStep(db, { reference: claim.sale.reference, event: 'accepted', evidence, atMs: number });
}
