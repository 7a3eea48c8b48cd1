// Lists the packages that a build takes in, wherever they stand in package.json, as their licences
// go with it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Returns the folder of a module's package, from `node_modules` on, or undefined for a module of
 * ours.
 */
export function packageFolderOf(module: string): string | undefined {
  const path = module.replaceAll('\\', '/');
  // The tools add some modules by themselves: "\0vite/preload-helper.js", "\0rolldown/runtime.js".
  const tool = /^\0(vite|rolldown)\//.exec(path)?.[1];
  if (tool !== undefined) return `node_modules/${tool}`;
  // A package may have packages of its own.
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

/**
 * Writes to the file, sorted, the folders of packages of which something is left once all is
 * bundled.
 */
export function listBundledPackages(file: string): Plugin {
  return {
    name: 'bundled-packages',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? Object.entries(chunk.modules) : [],
      );
      // Typefaces and pictures.
      const assets = Object.values(bundle).flatMap((asset) =>
        asset.type === 'asset' ? asset.originalFileNames : [],
      );
      const folders = modules
        .filter(([, module]) => module.renderedLength > 0)
        .map(([id]) => id)
        .concat(assets)
        .map(packageFolderOf)
        .filter((folder) => folder !== undefined);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify([...new Set(folders)].sort(), null, 2)}\n`);
    },
  };
}
