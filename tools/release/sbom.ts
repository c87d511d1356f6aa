/** The software bill of materials of a release, as CycloneDX JSON: everything that it holds code of. */
import { createHash } from 'node:crypto';
import { packageName, productionPackages, type Lock } from './lock.ts';
import type { Target } from './targets.ts';

export interface SbomFacts {
  version: string;
  lock: Lock;
  runtimeLock: Lock;
  target: Target;
  libatomic: { version: string; sha256: string };
  /** By name, as the package of libvips says. */
  insideLibvips: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  date: number;
}

interface Component {
  type: 'library' | 'platform' | 'application';
  'bom-ref': string;
  name: string;
  version: string;
  purl?: string;
  licenses?: { expression: string }[];
  hashes?: { alg: string; content: string }[];
  components?: Component[];
}

const component = (
  name: string,
  version: string,
  purl: string,
  type: Component['type'] = 'library',
): Component => ({
  type,
  'bom-ref': purl,
  name,
  version,
  purl,
});

function npmComponent(place: string, { packages }: Lock, type?: Component['type']): Component {
  const { version = '', license, integrity = '' } = packages[place] ?? {};
  const name = packageName(place);
  const made = component(name, version, `pkg:npm/${name.replace('@', '%40')}@${version}`, type);
  if (license !== undefined) made.licenses = [{ expression: license }];
  const [algorithm, hash = ''] = integrity.split('-');
  if (algorithm === 'sha512')
    made.hashes = [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }];
  return made;
}

export function billOfMaterials(facts: SbomFacts): Record<string, unknown> {
  const { version, lock, runtimeLock, target, libatomic, date } = facts;
  const libraries = productionPackages(lock, target).map((place) => npmComponent(place, lock));
  const libvips = libraries.find(({ name }) => name.startsWith('@img/sharp-libvips-'));
  if (libvips)
    libvips.components = Object.entries(facts.insideLibvips).map(([name, each]) =>
      component(name, each, `pkg:generic/${name}@${each}`),
    );
  const atomic: Component = {
    ...component(
      'libatomic1',
      libatomic.version,
      `pkg:deb/debian/libatomic1@${libatomic.version}?arch=${target.architecture}`,
    ),
    licenses: [{ expression: 'GPL-3.0-or-later WITH GCC-exception-3.1' }],
    hashes: [{ alg: 'SHA-256', content: libatomic.sha256 }],
  };
  const components = [
    npmComponent(`node_modules/${target.runtime}`, runtimeLock, 'platform'),
    atomic,
    ...libraries,
  ];
  const heddle = component(
    'heddle',
    version,
    `pkg:generic/heddle@${version}?platform=${target.name}`,
    'application',
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumber(components),
    version: 1,
    metadata: {
      timestamp: new Date(date * 1000).toISOString(),
      component: { ...heddle, licenses: [{ expression: 'Apache-2.0' }] },
    },
    components,
  };
}

/** The same for the same components, so that a release can be made again. */
function serialNumber(components: readonly Component[]): string {
  const hex = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}
