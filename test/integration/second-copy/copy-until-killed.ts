// Sells and copies until it is killed: `copy-until-killed.ts FILE MEDIUM`. It says which sale is
// the last that is on the medium.
import { setImmediate as turn } from 'node:timers/promises';
import { CopyWriter } from '../../../src-main/second-copy/copy-job.ts';
import { prepareMedium } from '../../../src-main/second-copy/medium-jobs.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { installationOf, installationsOf } from '../../../src-main/store/till.ts';
import { binding, sale } from '../store/samples.ts';

const [, , file = '', chosen = ''] = process.argv;
const opened = openTillStore({
  ...{ file, binding, nowMs: Date.now() },
  newInstallation: () => Math.random().toString(36).slice(2, 6).toUpperCase(),
});
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
const { db } = opened.value;
const till = {
  ...{ kind: 'service' as const, way: 'password', ...binding },
  ...{ companyName: 'Loja', tillName: 'Caixa 1' },
};
const prepared = prepareMedium({
  ...{ chosen, till, key: '0123456789abcdef', file, nowMs: Date.now() },
  ...{ installation: installationOf(db), installations: installationsOf(db) },
});
if (prepared.outcome !== 'ready') throw new Error(prepared.outcome);
const { folder, medium, generation, installation: lastInstallation } = prepared;
const writer = new CopyWriter(
  {
    ...{ file, folder, till, medium, encrypts: true, recipient: null, generation },
    ...{ lastInstallation, installation: installationOf(db) },
  },
  (news) => {
    if (news.kind === 'copied') process.send?.(news.saleId);
  },
);
let number = Number(db.prepare('SELECT coalesce(max(sale_id), 0) FROM sale').pluck().get());
for (;;) {
  commitSale(db, sale((number += 1)));
  await writer.turn(Date.now());
  await turn();
}
