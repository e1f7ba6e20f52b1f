import { limitSettings } from '../runtime/limits.js';
import type { EnvironmentVariable } from './plan.js';

/** The variables that set the limits of calls: the same for every server. */
export function planLimits(): readonly EnvironmentVariable[] {
  return Object.values(limitSettings).map(({ env, purpose, preset, least = 1, most }) => ({
    name: env,
    purpose: `${purpose} (${most === undefined ? `${least} or more` : `${least} to ${most}`})`,
    default: String(preset),
    required: false,
    secret: false,
  }));
}
