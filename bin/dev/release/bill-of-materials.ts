import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledPackage } from '../build/bundled-packages.ts';
import { isPermissive } from './licences.ts';
import { Refusal } from './refusal.ts';

/** The members of a CycloneDX document that the release reads or completes. */
export interface BillOfMaterials {
  readonly metadata: { readonly component: { name: string; readonly version: string } };
  readonly components: Component[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly scope: string;
  readonly purl: string;
  licenses?: readonly License[];
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}

type License = { readonly license: { readonly id?: string; readonly name?: string } } | { readonly expression: string };

/** The property of a component whose code is in files of the package. */
const BUNDLED = 'fleetkit:bundled';

/**
 * Completes the document that `npm sbom` writes for a folder: adds licences that old packages declare in another form, and the
 * packages whose code is in the pages. Throws a `Refusal` if an installed package is missing, or a licence is not permissive.
 */
export function completeBill(bill: BillOfMaterials, folder: string, bundled: readonly BundledPackage[]): void {
  bill.metadata.component.name = 'fleetkit'; // npm takes the name of the folder
  const installed = listInstalled(folder);
  const listed = new Set(bill.components.map((component) => component['bom-ref']));
  const missing = [...installed.keys()].filter((reference) => !listed.has(reference));
  if (missing.length > 0)
    throw new Refusal(`the bill of materials lacks installed packages, such as ${missing[0]}; report this as a bug`);
  for (const component of bill.components)
    component.licenses ??= readOldLicences(join(folder, installed.get(component['bom-ref']) ?? ''));
  bill.components.push(...bundled.map(toComponent).filter((component) => !listed.has(component['bom-ref'])));
  const refused = bill.components.flatMap((component) => {
    const expression = formatLicences(component.licenses ?? []);
    return isPermissive(expression) ? [] : [`${component['bom-ref']} (${expression || 'none'})`];
  });
  if (refused.length > 0)
    throw new Refusal(
      `packages have a licence that is not permissive: ${refused.join(', ')}; replace them, or add the licence to bin/dev/release/licences.ts`,
    );
}

/** Returns the path of each installed package by its reference, such as `ajv@8.20.0`. */
function listInstalled(folder: string): ReadonlyMap<string, string> {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>; // npm writes it
  };
  return new Map(
    Object.entries(packages).map(([path, { version }]) => [`${path.split('node_modules/').at(-1)}@${version}`, path]),
  );
}

/** Reads `licenses: [{ type }]`, the form before SPDX expressions. */
function readOldLicences(folder: string): readonly License[] {
  const file = join(folder, 'package.json');
  const { licenses = [] } = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { readonly licenses?: readonly { readonly type: string }[] }) // checked by the caller
    : {};
  return licenses.map(({ type }) => ({ license: { id: type } }));
}

const toComponent = ({ name, version, license }: BundledPackage): Component => ({
  'bom-ref': `${name}@${version}`,
  type: 'library',
  name,
  version,
  scope: 'required',
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  licenses: [{ license: { id: license } }],
  properties: [{ name: BUNDLED, value: 'true' }],
});

const formatLicences = (licenses: readonly License[]): string =>
  licenses
    .map((one) => ('expression' in one ? one.expression : (one.license.id ?? one.license.name ?? '')))
    .join(' AND ');
