import type { ServerPlan } from '../plan/plan.js';
import type { Target, TargetFile } from './targets.js';

/** What only some projects have files and scripts for. */
export type Trait = keyof typeof traits;

const traits = {
  /** There is something to sign in to. */
  login: ({ securitySchemes }) => securitySchemes.some(({ hasLogin }) => hasLogin),
  /** An issuer has a client of this server, or gives tokens to its clients. */
  oauth: ({ securitySchemes, clients }) =>
    clients.hasIssuer || securitySchemes.some(({ scheme }) => Object.hasOwn(scheme.env, 'clientId')),
} satisfies Record<string, (plan: ServerPlan) => boolean>;

/** Whether a project has a trait. */
export function hasTrait(trait: Trait, plan: ServerPlan): boolean {
  return traits[trait](plan);
}

/** The files of a target that a project has. */
export function filesOf({ files }: Target, plan: ServerPlan): readonly TargetFile[] {
  return files.filter(({ only }) => only === undefined || hasTrait(only, plan));
}

/** The npm scripts of a target that a project has, in the target's order. */
export function scriptsOf({ scripts, onlyScripts }: Target, plan: ServerPlan): Target['scripts'] {
  const isWanted = (name: string): boolean => {
    const trait = onlyScripts[name];
    return trait === undefined || hasTrait(trait, plan);
  };
  return Object.fromEntries(Object.entries(scripts).filter(([name]) => isWanted(name)));
}
