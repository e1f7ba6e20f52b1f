import type { ParameterBinding, RequestBinding } from '../binding.js';
import { isMediaType } from '../media-types.js';
import { ownMember } from '../own-member.js';
import type { SecurityScheme } from '../security.js';
import { invalid, isForbiddenHeader, type Arguments } from './parameters.js';
import { writeParameter } from './write-parameter.js';

/** What of the headers of an operation is the same in every call. */
interface HeaderPlan {
  readonly accept: string;
  readonly headers: readonly ParameterBinding[];
  readonly cookies: readonly ParameterBinding[];
}

const plans = new WeakMap<RequestBinding, HeaderPlan>();

/** The headers that the arguments of a call make, besides those of its body and its credentials. */
export function writeHeaders(
  request: RequestBinding,
  args: Arguments,
  schemes: Readonly<Record<string, SecurityScheme>>,
): Headers {
  const plan = planOf(request);
  const headers = new Headers({ accept: plan.accept });
  for (const parameter of plan.headers) {
    const [pair] = writeParameter(parameter, ownMember(args, parameter.property));
    if (pair === undefined) continue;
    const [name, value] = pair;
    if (isForbiddenHeader(name) || isCredentialHeader(name, request, schemes)) {
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

function planOf(request: RequestBinding): HeaderPlan {
  const known = plans.get(request);
  if (known !== undefined) return known;
  const { accept, parameters } = request;
  const plan = {
    accept: acceptOf(accept),
    headers: parameters.filter((parameter) => parameter.in === 'header'),
    cookies: parameters.filter((parameter) => parameter.in === 'cookie'),
  };
  plans.set(request, plan);
  return plan;
}

/** Whether a header carries a credential of the operation. */
function isCredentialHeader(
  name: string,
  { security }: RequestBinding,
  schemes: Readonly<Record<string, SecurityScheme>>,
): boolean {
  return security
    .flatMap((requirement) => Object.keys(requirement))
    .map((scheme) => ownMember(schemes, scheme))
    .some(
      (scheme) =>
        scheme?.type === 'apiKey' &&
        scheme.in === 'header' &&
        scheme.name.toLowerCase() === name.toLowerCase(),
    );
}

/** What the document declares, and anything at all last: an error often has another type. */
function acceptOf(declared: readonly string[]): string {
  const ranges = declared.filter((range) => isMediaType(range) && range !== '*/*');
  const rest = ranges.length === 0 || declared.includes('*/*') ? '*/*' : '*/*;q=0.1';
  return [...ranges, rest].join(', ');
}
