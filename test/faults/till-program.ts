// The till's process as a program in one file, built once in each process that plays histories.
// They start it so often that loading its modules would cost more than what it does.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { spoilingAs, type BadSourceName } from './bad-sources.ts';

export interface TillProgram {
  readonly folder: string;
  readonly script: string;
  /**
   * Where Node keeps the compiled program, from the first till on that ends without being killed.
   */
  readonly compileCache: string;
}

const built = new Map<BadSourceName | null, Promise<TillProgram>>();

/** Returns the program, with the mistake of `badSource` in its source. */
export function tillProgram(badSource: BadSourceName | null = null): Promise<TillProgram> {
  const program = built.get(badSource) ?? buildTill(badSource);
  built.set(badSource, program);
  return program;
}

/** Must be called once the last till has ended. Another till builds the program anew. */
export async function removeTillProgram(): Promise<void> {
  const programs = [...built.values()];
  built.clear();
  for (const program of programs) rmSync((await program).folder, { recursive: true });
}

async function buildTill(badSource: BadSourceName | null): Promise<TillProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-till-'));
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: badSource === null ? [] : [spoilingAs(badSource)],
    // The program finds its addon beside itself.
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: fileURLToPath(new URL('till-process.ts', import.meta.url)),
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        output: {
          format: 'cjs',
          entryFileNames: 'till.cjs',
          paths: { 'better-sqlite3': sqlite },
        },
      },
    },
  });
  return {
    folder,
    script: join(folder, 'till.cjs'),
    compileCache: join(folder, 'compile-cache'),
  };
}
