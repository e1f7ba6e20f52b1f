import type { FixedArgument } from '../binding.js';
import { quotedName } from '../credentials/quoted-name.js';
import type { Manifest } from '../manifest.js';
import { finding, type Finding } from './report.js';
import type { DoctorSettings } from './settings.js';
import { listed } from './tool-names.js';
import { examineVariable } from './variables.js';

/** Looks at values of parameters that are no arguments: of variables, of claims, and of headers of clients. */
export async function examineValues({
  manifest,
  environment,
}: Pick<DoctorSettings, 'manifest' | 'environment'>): Promise<readonly Finding[]> {
  const required = toolsBy(manifest, (each) =>
    'env' in each && each.required === true ? each.env : undefined,
  );
  const found: Finding[] = [];
  for (const name of required.keys()) {
    const { state, text } = await examineVariable(environment, name);
    const isUnset = state === 'unset';
    found.push(
      finding(isUnset ? 'missing' : state, name, isUnset ? 'a value that tools send in every call' : text),
    );
  }
  const claims = toolsBy(manifest, (each) => ('claim' in each ? each.claim : undefined));
  const headers = toolsBy(manifest, (each) =>
    'header' in each && each.required === true ? each.header : undefined,
  );
  return [
    ...found,
    ...[...claims].map(([claim, names]) =>
      finding(
        'note',
        `claim ${quotedName(claim)}`,
        `a value of ${listed(names)}: called over HTTP with MCP_AUTH=oauth alone, and failing on stdio`,
      ),
    ),
    ...[...headers].map(([header, names]) =>
      finding(
        'note',
        `header ${quotedName(header)}`,
        `a value of ${listed(names)}: clients over HTTP have to send it, and on stdio each call fails`,
      ),
    ),
  ];
}

/** The tools that have such a value, by what it comes from. */
function toolsBy(
  { tools }: Pick<Manifest, 'tools'>,
  sourceOf: (fixed: FixedArgument) => string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, request } of tools) {
    for (const source of new Set((request.fixed ?? []).flatMap((each) => sourceOf(each) ?? []))) {
      const names = found.get(source) ?? [];
      found.set(source, names);
      names.push(name);
    }
  }
  return found;
}
