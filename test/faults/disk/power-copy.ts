// A till whose second copy is written while every change to the medium is recorded, and what the
// till is told with them. Arguments: a folder of its own, and the options.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CopyWriter } from '../../../src-main/second-copy/copy-job.ts';
import { writeOwner } from '../../../src-main/second-copy/medium.ts';
import { installationOf } from '../../../src-main/store/till.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { binding } from '../../integration/store/samples.ts';
import { seeded } from '../seeded.ts';
import { openedTill, saleOf } from './acts.ts';
import { order, outputFile } from './interposed.ts';
import { copiedWords } from './power-copy-words.ts';

const [own = '', options = ''] = process.argv.slice(2);
const { seed, turns } = JSON.parse(options) as { readonly seed: number; readonly turns: number };
const random = seeded(seed);
// The library takes no folder with a blank in its name.
const folder = join(own, 'copy');
for (const made of [join(own, 'till'), folder]) mkdirSync(made);
const db = openedTill(join(own, 'till', 'till.db'));
const till = {
  ...{ kind: 'service' as const, way: 'password', ...binding },
  ...{ companyName: 'Loja', tillName: 'Caixa 1' },
};
const installation = installationOf(db);
let nowMs = Date.UTC(2026, 10, 2, 9);

order(`watch ${folder}`);
order(`record ${join(own, outputFile)}`);
writeOwner(folder, {
  ...{ format: 1, till, medium: 'stick', generation: 1, installation, atMs: nowMs },
  ...{ computer: 'till-1', place: 'here', encrypts: true, isEncrypted: false },
});
const writer = new CopyWriter(
  {
    ...{
      file: db.name,
      folder,
      till,
      medium: 'stick',
      encrypts: true,
      recipient: null,
      generation: 1,
    },
    ...{ lastInstallation: installation, installation },
  },
  (news) => {
    if (news.kind === 'copied') appendFileSync(join(folder, copiedWords), `${news.saleId}\n`);
  },
);
for (let turn = 1; turn <= turns; turn += 1) {
  commitSale(db, saleOf(turn, seed));
  nowMs += random.between(1_000, 3 * 3_600_000);
  await writer.turn(nowMs);
  if (random.chance(0.05)) writer.forget();
}
