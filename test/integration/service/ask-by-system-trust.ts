// Asks addresses, each by the given routes, as a till would whose system trusts what its
// environment says, and prints an outcome a line. Arguments: address, routes, address, routes …
import { createServiceClient } from '../../../src-main/service/client.ts';
import { systemTrust } from '../../../src-main/service/trust.ts';

const ways = process.argv.slice(2);
while (ways.length > 0) {
  const [baseUrl = '', routes = ''] = ways.splice(0, 2);
  const client = createServiceClient({
    baseUrl,
    allowsHttp: true,
    network: {
      findRoutes: () => Promise.resolve(routes),
      trust: systemTrust((error) => {
        throw error;
      }),
    },
  });
  const exchange = await client.exchange({ method: 'GET', path: '/' });
  process.stdout.write(`${JSON.stringify(exchange.kind === 'answer' ? 'trusted' : exchange)}\n`);
  await client.close();
}
