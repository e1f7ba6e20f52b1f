import type { Origin } from '../diagnostics/diagnostics.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { child, isLocatedObject, type Located } from '../load/located.js';
import type { OpenApiVersion } from '../load/version.js';
import type { OAuthFlow, OAuthFlows } from '../runtime/security.js';
import { followMap } from './misplaced-references.js';
import { readOAuthUrl, type SchemeReading } from './oauth-urls.js';
import { followObject } from './reading.js';

type FlowName = keyof OAuthFlows;

/** The URLs of every flow. */
const urlFields: Readonly<Record<FlowName, readonly (keyof OAuthFlow)[]>> = {
  clientCredentials: ['tokenUrl', 'refreshUrl'],
  authorizationCode: ['authorizationUrl', 'tokenUrl', 'refreshUrl'],
  deviceAuthorization: ['deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'],
  password: ['tokenUrl', 'refreshUrl'],
  implicit: ['authorizationUrl', 'refreshUrl'],
};

/** OAuth 2.1 has these no more: they are not run, and nobody is sent to their URLs. */
const isRun = (flow: FlowName): boolean => flow !== 'password' && flow !== 'implicit';

/** Every name of a flow, with the versions of OpenAPI that have it. */
const flowNames: ReadonlyMap<string, { readonly flow: FlowName; readonly in: readonly OpenApiVersion[] }> =
  new Map([
    ['implicit', { flow: 'implicit', in: ['2.0', '3.0', '3.1', '3.2'] }],
    ['password', { flow: 'password', in: ['2.0', '3.0', '3.1', '3.2'] }],
    ['application', { flow: 'clientCredentials', in: ['2.0'] }],
    ['accessCode', { flow: 'authorizationCode', in: ['2.0'] }],
    ['clientCredentials', { flow: 'clientCredentials', in: ['3.0', '3.1', '3.2'] }],
    ['authorizationCode', { flow: 'authorizationCode', in: ['3.0', '3.1', '3.2'] }],
    ['deviceAuthorization', { flow: 'deviceAuthorization', in: ['3.2'] }],
  ]);

/** An OAuth Flow Object as it is written. */
interface WrittenFlow {
  readonly name: string;
  readonly object: Located;
  /** Where its name stands, or the flow itself where that is its key. */
  readonly origin: Origin;
}

/** Reads the flows of a Security Scheme Object of type `oauth2`; where there are none, a ready token is all that is left. */
export function readFlows(scheme: Located, reading: SchemeReading): OAuthFlows {
  const flows = new Map<FlowName, OAuthFlow>();
  for (const written of writtenFlows(scheme, reading)) {
    const flow = flowOf(written, reading);
    if (flow === undefined || flows.has(flow)) continue;
    const object = followObject(written.object, 'An OAuth Flow Object', reading);
    if (object !== undefined) flows.set(flow, readFlow(flow, object, reading));
  }
  return Object.fromEntries(flows);
}

/** The scopes of all flows of a scheme; `undefined` where none says which there are. */
export function readDeclaredScopes(scheme: Located, reading: SchemeReading): readonly string[] | undefined {
  const maps = writtenFlows(scheme, reading).flatMap(({ object }) => {
    const flow = followObject(object, 'An OAuth Flow Object', reading);
    const scopes = flow && child(flow, 'scopes');
    return scopes !== undefined && isLocatedObject(scopes) ? [Object.keys(scopes.value)] : [];
  });
  return maps.length === 0 ? undefined : [...new Set(maps.flat())];
}

/** Swagger 2.0 has one flow, whose fields stand in the scheme itself. */
function writtenFlows(scheme: Located, reading: SchemeReading): readonly WrittenFlow[] {
  const isSingle = reading.document.version === '2.0';
  const written = child(scheme, isSingle ? 'flow' : 'flows');
  const { value, origin } = written;
  if (isSingle && typeof value === 'string') return [{ name: value, object: scheme, origin }];
  if (!isSingle && isLocatedObject(written)) {
    const flows = followMap(written, reading).filter(([name]) => !/^x-/i.test(name));
    return flows.map(([name, object]) => ({ name, object, origin: object.origin }));
  }
  const [field, kind] = isSingle ? ['flow', 'text'] : ['flows', 'an object'];
  const fault = value === undefined ? 'is missing' : `has to be ${kind}`;
  const problem = `\`${field}\` of the security scheme '${reading.name}' ${fault}: a ready access token is all that it takes.`;
  reading.diagnostics.report('invalid-document', { problem }, origin);
  return [];
}

/** The flow that a name means; one of another version is read, which is reported, and one of none is left out. */
function flowOf(
  { name, origin }: WrittenFlow,
  { document, diagnostics }: SchemeReading,
): FlowName | undefined {
  const { version } = document;
  const known = flowNames.get(name);
  if (known?.in.includes(version) === true) return known.flow;
  const names = [...flowNames].flatMap(([own, entry]) => (entry.in.includes(version) ? [own] : []));
  const meant = known === undefined ? didYouMean(name, names) : undefined;
  const done = known === undefined ? 'left out' : `read as that of OpenAPI ${known.in[0] ?? ''}`;
  const end = meant === undefined ? '.' : `; did you mean '${meant}'?`;
  const problem = `'${name}' is no OAuth flow of OpenAPI ${version}; it is ${done}${end}`;
  diagnostics.report('invalid-document', { problem }, origin);
  return known?.flow;
}

function readFlow(flow: FlowName, object: Located, reading: SchemeReading): OAuthFlow {
  const urls = urlFields[flow].flatMap((field) => {
    const url = readOAuthUrl(object, field, reading, isRun(flow));
    return url === undefined ? [] : [[field, url] as const];
  });
  return Object.fromEntries(urls);
}
