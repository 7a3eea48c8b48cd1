// electron-builder's configuration for a release and for the package of the smoke test.
import type { Configuration } from 'electron-builder';
import release from './electron-builder.json' with { type: 'json' };

/**
 * Returns the configuration. The package for the smoke test differs from a release in nothing but
 * the build that it holds, and lies in a folder of its own. electron-builder checks either against
 * its schema.
 */
export function packagerConfig(options: { readonly forSmokeTest: boolean }): Configuration {
  const config = structuredClone(release);
  if (!options.forSmokeTest) return config as Configuration;
  const isBuilt = (pattern: string): boolean => pattern.startsWith('out/');
  const inSmokeTest = (path: string): string => path.replace(/^out\//, 'out/smoke-test/');
  const folders = config.files.filter(isBuilt).map((pattern) => pattern.replace(/\/\*\*$/, ''));
  return {
    ...(config as Configuration),
    directories: { ...config.directories, output: 'dist/smoke-test' },
    files: [
      ...config.files.filter((pattern) => !isBuilt(pattern)),
      ...folders.map((folder) => ({ from: inSmokeTest(folder), to: folder })),
    ],
    extraResources: config.extraResources.map(({ from, to }) => ({ from: inSmokeTest(from), to })),
  };
}
