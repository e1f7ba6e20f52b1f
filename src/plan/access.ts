import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ApiModel } from '../model/model.js';
import type { Access, Manifest } from '../runtime/manifest.js';
import type { PlanOptions } from './plan.js';
import { originOfSetting } from './settings.js';

/** A manifest with what it presets of who may call the server over HTTP, as whom, and with which credentials. */
export function withAccess(
  manifest: Manifest,
  { securitySchemes: defined }: Pick<ApiModel, 'securitySchemes'>,
  options: Pick<PlanOptions, 'auth' | 'settings'>,
  diagnostics: Diagnostics,
): Manifest {
  const { tools, ...others } = manifest;
  const access = planAccess(options, diagnostics);
  const preset = presetSchemes(options.settings, defined, manifest.securitySchemes, diagnostics);
  if (access.identity === 'exchange') reportNotExchangeable(manifest, options.settings, diagnostics);
  return {
    ...others,
    ...(preset.length === 0 ? {} : { securityPreset: preset }),
    ...(Object.keys(access).length === 0 ? {} : { access }),
    tools,
  };
}

function planAccess(
  { auth, settings }: Pick<PlanOptions, 'auth' | 'settings'>,
  diagnostics: Diagnostics,
): Access {
  const { identity, visibility, scopes: { implies = {} } = {} } = settings.server ?? {};
  if (identity === 'exchange' && auth !== 'oauth') {
    const problem =
      "it is the client's token that is exchanged, and only `auth: 'oauth'` beside it asks for one.";
    const origin = originOfSetting(settings, ['server', 'identity']);
    diagnostics.report('unusable-setting', { setting: 'server.identity', problem }, origin);
  }
  return {
    ...(auth === undefined ? {} : { auth }),
    ...(identity === undefined ? {} : { identity }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(Object.keys(implies).length === 0 ? {} : { implies }),
  };
}

/** The schemes to take that tools need: one that none needs decides nothing. */
function presetSchemes(
  settings: PlanOptions['settings'],
  defined: ApiModel['securitySchemes'],
  used: Manifest['securitySchemes'],
  diagnostics: Diagnostics,
): readonly string[] {
  const named = settings.server?.security ?? [];
  for (const [at, name] of named.entries()) {
    if (defined.has(name)) continue;
    const meant = didYouMean(name, [...defined.keys()]);
    const problem = `there is no such security scheme${meant === undefined ? '.' : `; did you mean '${meant}'?`}`;
    const origin = originOfSetting(settings, ['server', 'security', String(at)]);
    diagnostics.report('unknown-operation-setting', { setting: 'server.security', problem }, origin);
  }
  return [...new Set(named)].filter((name) => Object.hasOwn(used, name));
}

/** Reports tools that no call reaches as its caller: none of their alternatives takes a token that was exchanged. */
function reportNotExchangeable(
  { tools, securitySchemes: schemes }: Manifest,
  settings: PlanOptions['settings'],
  diagnostics: Diagnostics,
): void {
  const names = tools
    .filter(({ request: { security } }) => {
      const asked = security
        .map((requirement) => Object.keys(requirement))
        .filter(({ length }) => length > 0);
      return asked.length > 0 && !asked.some((needed) => needed.some((name) => takesToken(schemes, name)));
    })
    .map(({ name }) => name);
  if (names.length === 0) return;
  const origin = originOfSetting(settings, ['server', 'identity']);
  diagnostics.report('not-exchangeable', { tools: names }, origin);
}

function takesToken(schemes: Manifest['securitySchemes'], name: string): boolean {
  const type = Object.hasOwn(schemes, name) ? schemes[name]?.type : undefined;
  return type === 'oauth2' || type === 'openIdConnect';
}
