import type { ParameterBinding, RequestBinding } from '../binding.js';
import { isMediaType } from '../media-types.js';
import { ownMember } from '../own-member.js';
import type { SecurityScheme } from '../security.js';
import { invalid, isForbiddenHeader } from './encoding.js';
import type { Arguments } from './parameters.js';
import { writeParameter } from './write-parameter.js';

/** What of the headers of an operation is the same in every call. */
interface HeaderPlan {
  readonly accept: string;
  readonly headers: readonly HeaderParameter[];
  readonly cookies: readonly ParameterBinding[];
}

interface HeaderParameter {
  readonly parameter: ParameterBinding;
  /** Whether no argument may set that header. */
  readonly isRefused: boolean;
}

type Schemes = Readonly<Record<string, SecurityScheme>>;

const plans = new WeakMap<RequestBinding, HeaderPlan>();

/** The headers that the arguments of a call make, besides those of its body and its credentials. */
export function writeHeaders(request: RequestBinding, args: Arguments, schemes: Schemes): Headers {
  const plan = planOf(request, schemes);
  const headers = new Headers({ accept: plan.accept });
  for (const { parameter, isRefused } of plan.headers) {
    const [pair] = writeParameter(parameter, ownMember(args, parameter.property));
    if (pair === undefined) continue;
    const [name, value] = pair;
    if (isRefused) {
      const problem = `would set the header ${JSON.stringify(name)}, which no argument may set`;
      throw invalid(parameter.property, problem);
    }
    headers.set(name, value);
  }
  const cookies = plan.cookies
    .flatMap((parameter) => writeParameter(parameter, ownMember(args, parameter.property)))
    .map(([name, value]) => `${name}=${value}`);
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  return headers;
}

function planOf(request: RequestBinding, schemes: Schemes): HeaderPlan {
  const known = plans.get(request);
  if (known !== undefined) return known;
  const { accept, parameters } = request;
  const credentials = credentialHeaders(request, schemes);
  const plan = {
    accept: acceptOf(accept),
    headers: parameters
      .filter((parameter) => parameter.in === 'header')
      .map((parameter) => ({
        parameter,
        isRefused: isForbiddenHeader(parameter.name) || credentials.has(parameter.name.toLowerCase()),
      })),
    cookies: parameters.filter((parameter) => parameter.in === 'cookie'),
  };
  plans.set(request, plan);
  return plan;
}

/** Whether the document has the codings of an answer as a parameter: its default holds where no argument sets it. */
export function hasCodingParameter({ parameters }: RequestBinding): boolean {
  return parameters.some(({ in: place, name }) => place === 'header' && /^accept-encoding$/i.test(name));
}

/** The headers that carry a credential of the operation, in lower case. */
function credentialHeaders({ security }: RequestBinding, schemes: Schemes): ReadonlySet<string> {
  return new Set(
    security
      .flatMap((requirement) => Object.keys(requirement))
      .map((name) => ownMember(schemes, name))
      .flatMap((scheme) =>
        scheme?.type === 'apiKey' && scheme.in === 'header' ? [scheme.name.toLowerCase()] : [],
      ),
  );
}

/** What the document declares, and anything at all last: an error often has another type. */
function acceptOf(declared: readonly string[]): string {
  const ranges = declared.filter((range) => isMediaType(range) && range !== '*/*');
  const rest = ranges.length === 0 || declared.includes('*/*') ? '*/*' : '*/*;q=0.1';
  return [...ranges, rest].join(', ');
}
