import type { EnvironmentVariable, ServerPlan, ToolModule } from '../plan/plan.js';
import { commentText, envName, envValue, markdownCode, markdownText, packageName } from './text.js';

/** What the templates say of a plan. Every text in it is safe at its place. */
export interface TemplateData {
  readonly packageName: string;
  /** The short name under which hosts know the server: letters and hyphens. */
  readonly serverKey: string;
  /** For Markdown. */
  readonly title: string;
  /** For Markdown; `''` for none. */
  readonly description: string;
  readonly toolCount: number;
  /** The profiles that were chosen; `''` for none. */
  readonly profiles: string;
  readonly groups: readonly ToolGroup[];
  readonly variables: readonly VariableData[];
  /** Settings that every server has: how long calls take, and how large answers are. */
  readonly limits: readonly VariableData[];
  readonly hasSecrets: boolean;
  /** The variable of a credential; `''` for none. */
  readonly secret: string;
  /** A tool whose override can be shown. */
  readonly example: { readonly module: string; readonly identifier: string } | undefined;
  /** For Markdown: headers in which clients repeat arguments; `''` for none. */
  readonly mirroredHeaders: string;
  /** For Markdown: further names that tools answer to; `''` for none. */
  readonly aliases: string;
}

/** A row of the README's table of tools. */
export interface ToolGroup {
  readonly title: string;
  readonly description: string;
  readonly fileName: string;
  readonly toolCount: number;
}

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
  /** The line of `.env.example`: an assignment, behind `# ` where the default will do. */
  readonly assignment: string;
}

/** Words of a group's description that stand in its row. */
const rowLength = 160;

/** Names that a sentence can hold. */
const mostListed = 8;

/** Reads from a plan what the templates say. */
export function templateData(plan: ServerPlan): TemplateData {
  const name = packageName(plan.packageName);
  return {
    packageName: name,
    serverKey: plan.serverKey,
    title: markdownText(plan.title),
    description: markdownText(firstParagraph(plan.description)),
    toolCount: plan.manifest.tools.length,
    profiles: plan.profiles.join(', '),
    groups: plan.modules.map(groupData),
    variables: plan.variables.map(variableData),
    limits: plan.limits.map(variableData),
    hasSecrets: plan.variables.some(({ secret }) => secret),
    secret:
      plan.variables.filter(({ secret }) => secret).map(({ name: variable }) => envName(variable))[0] ?? '',
    example: exampleOf(plan.modules),
    mirroredHeaders: codeList(plan.mirroredHeaders),
    aliases: codeList(plan.manifest.tools.flatMap(({ aliases = [] }) => aliases)),
  };
}

function exampleOf(modules: readonly ToolModule[]): TemplateData['example'] {
  const module = modules.find(({ tools }) => tools.length > 0);
  const [first] = module?.tools ?? [];
  if (module === undefined || first === undefined) return undefined;
  return { module: module.fileName.replace(/\.ts$/, ''), identifier: first.identifier };
}

function groupData({ title, description, fileName, tools }: ToolModule): ToolGroup {
  const text = firstParagraph(description);
  const row = text.length > rowLength ? `${text.slice(0, rowLength).trimEnd()}…` : text;
  return { title: markdownText(title), description: markdownText(row), fileName, toolCount: tools.length };
}

function variableData(variable: EnvironmentVariable): VariableData {
  const name = envName(variable.name);
  const value = variable.default === undefined ? undefined : envValue(variable.default);
  return {
    name,
    purpose: markdownText(variable.purpose),
    comment: commentText(variable.purpose).split('\n'),
    default: variable.default === undefined ? '' : markdownCode(variable.default),
    required: variable.required,
    secret: variable.secret,
    assignment: variable.required ? `${name}=` : `# ${name}=${value ?? ''}`,
  };
}

/** Words as code, the first of many. */
function codeList(words: readonly string[]): string {
  const more = words.length > mostListed ? ` and ${words.length - mostListed} more` : '';
  return `${words.slice(0, mostListed).map(markdownCode).join(', ')}${more}`;
}

function firstParagraph(text: string | undefined): string {
  return (text ?? '').trim().split(/\n\s*\n/)[0] ?? '';
}
