import type { PlannedScheme, ServerPlan } from '../plan/plan.js';
import {
  grantsOf,
  inExchange,
  oauthScheme,
  takesClientCredentials,
  type OAuthSchemeData,
} from './oauth-data.js';
import { commentText, envName, markdownCode, markdownText } from './text.js';
import { firstParagraph } from './paragraph.js';
import { variableData, type VariableData } from './variable-data.js';

/** What the API asks for: the README's chapter on credentials, and their part of `.env.example`. */
export interface CredentialData {
  readonly schemes: readonly SchemeData[];
  /** The variable that names the schemes to take, where tools have a choice. */
  readonly choice: VariableData | undefined;
  /** Commands that sign in, one for each scheme that has a login. */
  readonly logins: readonly string[];
  /** The command that signs in on another device; `''` for none. */
  readonly deviceLogin: string;
  /** Whether any scheme is OAuth's or OpenID Connect's. */
  readonly hasOAuth: boolean;
  /** Whether a client can get tokens by itself (RFC 6749 4.4). */
  readonly hasClientCredentials: boolean;
  readonly oauthSchemes: readonly OAuthSchemeData[];
  /** The variable that a credential stands in by itself; `''` for none. */
  readonly secret: string;
}

/** A security scheme. */
export interface SchemeData {
  /** For Markdown. */
  readonly name: string;
  /** For Markdown. */
  readonly what: string;
  /** For Markdown; `''` for none. */
  readonly description: string;
  /** For Markdown: what has to be set; `''` where only code can do it. */
  readonly ways: string;
  /** Lines for behind `# ` in `.env.example`. */
  readonly comment: readonly string[];
  /** The variables of the usual way. */
  readonly variables: readonly SchemeVariableData[];
  /** What stands over all others; `''` for none. */
  readonly othersTitle: string;
  /** Those of other ways, each way by itself, and then those that are a choice. */
  readonly others: readonly SchemeVariableData[];
}

/** A variable of a scheme; what a single one is, its scheme's lines have said. */
export type SchemeVariableData = Pick<VariableData, 'comment' | 'assignment'>;

/** Words of a description that stand beside a scheme. */
const mostDescription = 240;

/** Names that mean the same in every shell. */
const plainWord = /^[\w.][\w.-]*$/;

/** Reads what a plan says of credentials. */
export function credentialData({ manifest, variables, clients, ...plan }: ServerPlan): CredentialData {
  const isExchange = clients.identity === 'exchange';
  const securitySchemes = isExchange ? plan.securitySchemes.map(inExchange) : plan.securitySchemes;
  const choice = variables.find(({ name }) => name === manifest.securityEnv);
  const secrets = securitySchemes.flatMap((scheme) => scheme.variables.filter(({ secret }) => secret));
  const withDevice = securitySchemes.filter(({ scheme }) => Object.hasOwn(scheme.env, 'deviceUrl'));
  const hasOthers = securitySchemes.filter(({ hasLogin }) => hasLogin).length > 1;
  return {
    schemes: securitySchemes.map(schemeData),
    choice: choice && variableData({ ...choice, default: manifest.securityPreset?.join(',') }, false),
    logins: loginCommands(securitySchemes.filter(({ hasLogin }) => hasLogin)),
    deviceLogin: withDevice.map(({ name }) => deviceCommand(name, hasOthers))[0] ?? '',
    hasOAuth: securitySchemes.some(({ scheme }) => Object.hasOwn(scheme.env, 'clientId')),
    hasClientCredentials: securitySchemes.some(({ scheme }) => takesClientCredentials(scheme)),
    oauthSchemes: securitySchemes.flatMap(oauthScheme),
    secret: secrets.map(({ name }) => envName(name))[0] ?? '',
  };
}

/** The variables of a plan that are neither a scheme's nor choose among schemes. */
export function otherVariables({
  securitySchemes,
  manifest,
  variables,
}: ServerPlan): ServerPlan['variables'] {
  const told = new Set(securitySchemes.flatMap((scheme) => scheme.variables.map(({ name }) => name)));
  return variables.filter(({ name }) => !told.has(name) && name !== manifest.securityEnv);
}

function schemeData(scheme: PlannedScheme): SchemeData {
  const { name, what, variables, ways } = scheme;
  const [usual = [], ...otherWays] = ways;
  const trusted = scheme.scheme.type === 'openIdConnect' ? scheme.scheme.env['issuer'] : undefined;
  const isFirst = (each: string): boolean => usual.includes(each) || each === trusted;
  const [only, ...more] = variables;
  // What a single variable is told by is the scheme's whole text.
  const isOne = only !== undefined && more.length === 0;
  const own = variables.filter((each) => isFirst(each.name));
  const others = inOrder(variables, otherWays).filter((each) => !isFirst(each.name));
  return {
    name: markdownCode(name),
    what: markdownText(what),
    description: markdownText(shortened(scheme.description)),
    ways: waysText(scheme),
    comment: commentText(isOne ? only.purpose : commentOf(scheme)).split('\n'),
    variables: own.map((variable) => {
      const isAsked = usual.includes(variable.name) && !variable.default;
      const { comment, assignment } = variableData(variable, isAsked);
      return { comment: isOne ? [] : comment, assignment };
    }),
    othersTitle: otherWays.length > 0 ? 'Other ways and choices:' : 'Choices:',
    others: others.map((variable) => {
      const purpose = `${variable.purpose}${insteadOf(variable.name, usual, otherWays)}`;
      return variableData({ ...variable, purpose }, false);
    }),
  };
}

/** The variables of ways first, way by way. */
function inOrder(
  variables: PlannedScheme['variables'],
  ways: PlannedScheme['ways'],
): PlannedScheme['variables'] {
  const names = [...new Set([...ways.flat(), ...variables.map(({ name }) => name)])];
  return names.flatMap((name) => variables.find((variable) => variable.name === name) ?? []);
}

/** What of the usual way a variable takes the place of, with what else belongs to its own. */
function insteadOf(name: string, usual: readonly string[], ways: PlannedScheme['ways']): string {
  const way = ways.find((each) => each.find((own) => !usual.includes(own)) === name);
  if (way === undefined) return '';
  const replaced = usual.filter((each) => !way.includes(each));
  const beside = way.filter((each) => each !== name && !usual.includes(each));
  const together = beside.length === 0 ? '' : `, with ${beside.join(' and ')}`;
  const place = replaced.length < usual.length || usual.length === 1 ? replaced.join(' and ') : 'all above';
  return `${together}, in place of ${place}`;
}

/** The usual way, and that of who signs in; more would be no reading matter. */
function waysText({ ways, scheme }: PlannedScheme): string {
  const [usual, ...others] = ways;
  if (usual === undefined) return '';
  const obtained = scheme.env['refreshToken'];
  const login = others.filter((way) => way.some((name) => name === obtained));
  const told = (name: string): string =>
    `${markdownCode(name)}${name === obtained ? ' (`npm run login` obtains it)' : ''}`;
  const shown = [usual, ...login].map((way) => way.map(told).join(' and '));
  const more = others.length > login.length ? '; `.env.example` has other ways' : '';
  const issuer = scheme.env['issuer'];
  // An issuer that the document alone names is asked nothing.
  const trust =
    scheme.type === 'openIdConnect' && issuer !== undefined
      ? `. The issuer is trusted once ${markdownCode(issuer)} names it, or where it is the API itself`
      : '';
  return `${shown.join('; or ')}${more}${trust}`;
}

function shortened(description: string | undefined): string {
  const text = firstParagraph(description);
  const whole = text.replace(/\s*\.\s*$/, '');
  return whole.length > mostDescription ? `${whole.slice(0, mostDescription).trimEnd()}…` : whole;
}

const loginText = '`npm run login` obtains the refresh token, and writes it here.';

const trustText = 'The issuer is trusted once its variable names it, or where it is the API itself.';

function commentOf({ name, what, description, ways, hasLogin, ...own }: PlannedScheme): string {
  const { scheme, variables } = own;
  // What the document says of the issuer stands with its variable, and what that is good for.
  const isTold = variables.some((each) => each.name === scheme.env['issuer'] && each.default);

  const grants = grantsOf(scheme);
  return [
    `${name}: ${what}${grants === '' ? '' : `; by ${grants}`}`,
    ...(shortened(description) === '' ? [] : [shortened(description)]),
    ...(ways.length === 0 ? ['Done by code alone: an entry of `authenticate` in src/hooks.ts.'] : []),
    ...(scheme.type === 'openIdConnect' && !isTold ? [trustText] : []),
    ...(hasLogin ? [loginText] : []),
  ].join('\n');
}

/** A name that a shell could read as anything else is left out: the script lists the names. */
function loginCommands(schemes: readonly PlannedScheme[]): readonly string[] {
  const [, ...others] = schemes;
  if (others.length === 0) return schemes.map(() => 'npm run login');
  const names = schemes.map(({ name }) => name).filter((name) => plainWord.test(name));
  const commands = names.map((name) => `npm run login -- ${name}`);
  return commands.length < schemes.length ? ['npm run login', ...commands] : commands;
}

function deviceCommand(name: string, hasOthers: boolean): string {
  return `npm run login -- ${hasOthers && plainWord.test(name) ? `${name} ` : ''}--device`;
}
