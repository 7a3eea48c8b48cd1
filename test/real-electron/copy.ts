// Copies the built project to where an ordinary user may run it, and prepares the copy for the
// Electron that runs it. The project itself stays as it is.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../resources/scripts/programs.mjs';

const leftOut = [
  '.git',
  'dist',
  'out/failed',
  'out/screens',
  'out/electron',
  'node_modules/.cache',
];
const builds = ['out', 'out/smoke-test'];
/** What Node 20 lacks: an import of it by name would not even load. */
const tlsModule = `export * from 'node:tls';
import tls from 'node:tls';
export const getCACertificates =
  tls.getCACertificates ?? ((kind) => (kind === 'system' ? [] : [...tls.rootCertificates]));
`;

/** Copies it into a folder; the copy belongs to that user. */
export function copyProject(copy: string, userId: number, nativeModule: string | undefined): void {
  const excluded = leftOut.map((path) => `--exclude='./${path}'`).join(' ');
  const owner = `--owner=${userId} --group=${userId}`;
  execFileSync('bash', [
    '-c',
    `tar -C "$0" ${excluded} ${owner} -cf - . | tar -C "$1" -xf -`,
    root,
    copy,
  ]);
  for (const build of builds) putInside(join(copy, build, 'main'));
  if (nativeModule !== undefined) {
    // Built by the package's own script, it would be loaded first.
    rmSync(join(copy, 'node_modules/better-sqlite3/build'), { recursive: true, force: true });
    for (const file of globSync('node_modules/better-sqlite3/prebuilds/linux-*.node', {
      cwd: copy,
    }))
      copyFileSync(nativeModule, join(copy, file));
  }
}

function putInside(main: string): void {
  for (const file of globSync('**/*.js', { cwd: main })) {
    const code = readFileSync(join(main, file), 'utf8');
    const up = '../'.repeat(file.split('/').length - 1) || './';
    writeFileSync(join(main, file), code.replaceAll('from "node:tls"', `from "${up}tls.mjs"`));
  }
  writeFileSync(join(main, 'tls.mjs'), tlsModule);
  copyFileSync(join(import.meta.dirname, 'inside.mjs'), join(main, 'inside.mjs'));
  const index = join(main, 'index.js');
  writeFileSync(index, `import './inside.mjs';\n${readFileSync(index, 'utf8')}`);
}
