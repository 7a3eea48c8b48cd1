// The bill of materials of a package of the till, in CycloneDX: npm's own for the lock file,
// without what is not shipped.
import { spawnSync } from 'node:child_process';
import * as v from 'valibot';
import { labelOf } from './shipped-packages.ts';

const componentSchema = v.looseObject({
  'bom-ref': v.string(),
  name: v.string(),
  version: v.string(),
});
const sbomSchema = v.looseObject({
  bomFormat: v.literal('CycloneDX'),
  metadata: v.looseObject({ component: componentSchema }),
  components: v.array(componentSchema),
  dependencies: v.array(v.looseObject({ ref: v.string(), dependsOn: v.array(v.string()) })),
});
export type Sbom = v.InferOutput<typeof sbomSchema>;

/**
 * Returns the bill for everything that the lock file names. It does not use `--omit dev`, which
 * leaves out what the till and a tool both depend on.
 */
export function npmSbom(folder: string): Sbom {
  const args = [
    'sbom',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
  ];
  const npm = process.env.npm_execpath;
  const { stdout, stderr, status, error } =
    npm === undefined
      ? spawnSync('npm', args, { ...options(folder), shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, ...args], options(folder));
  if (error) throw error;
  if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`);
  return v.parse(sbomSchema, JSON.parse(stdout));
}

const options = (cwd: string) => ({ cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }) as const;

/**
 * Leaves out what is not shipped. Throws if the lock file does not know something that is. @param
 * program is the name under which the till is known.
 */
export function shippedSbom(
  whole: Sbom,
  shipped: readonly { readonly name: string; readonly version: string }[],
  program: string,
): Sbom {
  const labels = new Set([
    ...shipped.map(labelOf),
    ...whole.components.filter(isElectron).map(labelOf),
  ]);
  const components = whole.components.filter((component) => labels.has(labelOf(component)));
  const known = new Set(components.map(labelOf));
  const unknown = [...labels].filter((label) => !known.has(label));
  if (unknown.length > 0) throw new Error(`The lock file does not name ${unknown.join(', ')}.`);
  const { component } = whole.metadata;
  const refs = new Set([component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { ...component, name: program } },
    components: components.map(asShipped),
    dependencies: whole.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map((each) => ({
        ...each,
        // Electron's npm package downloads the program; nothing else of the package is shipped.
        dependsOn: isElectronRef(each.ref) ? [] : each.dependsOn.filter((ref) => refs.has(ref)),
      })),
  };
}

const isElectron = ({ name }: { readonly name: string }): boolean => name === 'electron';
const isElectronRef = (ref: string): boolean => ref.startsWith('electron@');

/**
 * Marks the component as required: npm calls optional what package.json lists for development,
 * which a bundle takes in.
 */
function asShipped(component: Sbom['components'][number]): Sbom['components'][number] {
  return { ...component, scope: 'required' };
}
