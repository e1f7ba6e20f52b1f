import type { ServerPlan, ToolModule } from '../plan/plan.js';
import { authenticateData, type AuthenticateData } from './authenticate-data.js';
import { callerValueData, type CallerValueData } from './caller-value-data.js';
import { clientData, type ClientData } from './client-data.js';
import { codeList } from './code-list.js';
import { credentialData, otherVariables, type CredentialData } from './credential-data.js';
import { firstParagraph } from './paragraph.js';
import { markdownText, packageName } from './text.js';
import { hasTrait } from './traits.js';
import { variableData, type VariableData } from './variable-data.js';

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
  /** Settings that are no credential's: base URLs, values of parameters. */
  readonly variables: readonly VariableData[];
  readonly credentials: CredentialData;
  readonly clients: ClientData;
  readonly callerValues: CallerValueData;
  /** Settings that every server has: how long calls take, and how large answers are. */
  readonly limits: readonly VariableData[];
  readonly hasSecrets: boolean;
  /** Whether the project has a page on issuers. */
  readonly hasOAuthPage: boolean;
  /** A tool whose override can be shown. */
  readonly example: { readonly module: string; readonly identifier: string } | undefined;
  /** A security scheme whose code can be shown. */
  readonly authenticate: AuthenticateData | undefined;
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
    variables: otherVariables(plan).map((each) => variableData(each)),
    credentials: credentialData(plan),
    clients: clientData(plan),
    callerValues: callerValueData(plan),
    authenticate: authenticateData(plan),
    limits: plan.limits.map((each) => variableData(each)),
    hasSecrets: hasSecrets(plan),
    hasOAuthPage: hasTrait('oauth', plan),
    example: exampleOf(plan.modules),
    mirroredHeaders: codeList(plan.mirroredHeaders, mostListed),
    aliases: codeList(
      plan.manifest.tools.flatMap(({ aliases = [] }) => aliases),
      mostListed,
    ),
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

function hasSecrets({ variables, securitySchemes }: ServerPlan): boolean {
  const all = [...variables, ...securitySchemes.flatMap((scheme) => scheme.variables)];
  return all.some(({ secret }) => secret);
}
