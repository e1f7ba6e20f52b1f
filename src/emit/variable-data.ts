import type { EnvironmentVariable } from '../plan/plan.js';
import { commentText, envName, envValue, markdownCode, markdownText } from './text.js';

/** A setting, for the README's table and for `.env.example`. */
export interface VariableData {
  readonly name: string;
  /** For Markdown. */
  readonly purpose: string;
  /** Lines for behind `# ` in `.env.example`. */
  readonly comment: readonly string[];
  /** For Markdown; what is used where it is not set. */
  readonly default: string;
  readonly required: boolean;
  readonly secret: boolean;
  /** The line of `.env.example`: an assignment, behind `# ` where it can stay as it is. */
  readonly assignment: string;
}

/** Reads a setting; it is to be filled in where it is `asked` for. */
export function variableData(variable: EnvironmentVariable, asked = variable.required): VariableData {
  const name = envName(variable.name);
  const value = variable.default === undefined ? undefined : envValue(variable.default);
  return {
    name,
    purpose: markdownText(variable.purpose),
    comment: commentText(variable.purpose).split('\n'),
    default: variable.default === undefined ? '' : markdownCode(variable.default),
    required: variable.required,
    secret: variable.secret,
    assignment: asked ? `${name}=` : `# ${name}=${value ?? ''}`,
  };
}
