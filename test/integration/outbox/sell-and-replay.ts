// A till without a screen, for the test that kills it: sells as fast as it can, replays, and prints
// each reference that it promised. Arguments: the database, the service's address, a token, and how
// many sales to make.
import '../../keep-compiled.ts';
import { systemClock } from '../../../src-main/clock.ts';
import { createServiceClient } from '../../../src-main/service/client.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { commitSale, countSales } from '../../../src-main/store/sales.ts';
import { bindTill } from '../../../src-main/store/till.ts';
import { beginOutbox, serviceOf } from '../../outbox-at.ts';
import { sampleSale } from '../../sample-sale.ts';

const [file = '', baseUrl = '', token = '', sales = '0'] = process.argv.slice(2);
const opened = openStore(file);
if (!opened.ok) throw new Error(opened.error.code);
const db = opened.value;
bindTill(db, { serviceAddress: baseUrl, companyCode: 'A', tillCode: '1' }, 'TEST');
const client = createServiceClient({ baseUrl });
let changed = Promise.withResolvers<undefined>();
const outbox = beginOutbox({
  ...{ db, clock: systemClock, service: serviceOf(client, token) },
  timing: {
    settlingMs: 400,
    lookUpsNeeded: 2,
    firstLookUpMs: 50,
    lookUpCapMs: 200,
    retryFirstMs: 20,
    retryCapMs: 100,
    probeMs: 500,
    pausedProbeMs: 500,
    decisionDelayMs: 300_000,
    auditDelaysMs: [200, 400],
  },
  onSaleChanged: () => {
    changed.resolve(undefined);
    changed = Promise.withResolvers();
  },
});

for (let sale = 0; sale < Number(sales); sale += 1) {
  process.stdout.write(`${commitSale(db, sampleSale()).reference}\n`);
  outbox.wake();
  await new Promise((resolve) => setTimeout(resolve, 5));
}
const isOpen = () => {
  const { queued, sending, in_doubt: inDoubt } = countSales(db);
  return queued + sending + inDoubt > 0;
};
while (isOpen()) await changed.promise;
await outbox.stop();
await client.close();
db.close();
