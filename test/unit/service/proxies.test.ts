import { expect, test } from 'vitest';
import type { Route } from '../../../src-main/service/connect.ts';
import { parseRoutes } from '../../../src-main/service/connect.ts';

const direct: Route = { kind: 'direct' };
const proxy = (host: string, port: number, secure = false): Route => ({
  kind: 'proxy',
  secure,
  host,
  port,
});

test.each<[string, readonly Route[]]>([
  ['DIRECT', [direct]],
  ['direct;', [direct]],
  ['PROXY proxy.example:8080', [proxy('proxy.example', 8080)]],
  ['HTTPS proxy.example:443', [proxy('proxy.example', 443, true)]],
  ['PROXY 10.0.0.1:3128; DIRECT', [proxy('10.0.0.1', 3128), direct]],
  ['PROXY [2001:db8::1]:3128', [proxy('2001:db8::1', 3128)]],
  ['SOCKS5 a:1;PROXY b:2', [proxy('b', 2)]],
  ['SOCKS a:1', []],
  ['SOCKS4 a:1; QUIC b:2', []],
])('"%s" is read', (answer, routes) => {
  expect(parseRoutes(answer)).toEqual(routes);
});

test.each([
  ...['', ';', 'PROXY', 'PROXY proxy.example', 'PROXY proxy.example:0'],
  ...['PROXY proxy.example:65536', 'PROXY proxy.example:8080x', 'PROXY user@proxy.example:8080'],
  ...['PROXY http://proxy.example:8080', 'PROXY a:1 b:2', 'DIRECT a:1', 'DIRECT;;DIRECT'],
  ...['proxy.example:8080', 'PROXY a:1; SOMETHING b:2'],
])('"%s" is no answer: the till does not guess', (answer) => {
  expect(parseRoutes(answer)).toBeUndefined();
});
