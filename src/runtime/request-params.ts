import type { StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { ToolArguments } from './request/arguments.js';

type Members = Readonly<Record<string, unknown>>;

/** The `params` of one MCP method, checked with one short sentence where they are malformed. */
function params<Params>(
  problemOf: (members: Members) => string | undefined,
): StandardSchemaV1<unknown, Params> {
  return {
    '~standard': {
      version: 1,
      vendor: 'runtime',
      validate: (value) => {
        const message = problemOf(value as Members);
        // The value passes through untouched: a copy would lose an argument called `__proto__`.
        return message === undefined ? { value: value as Params } : { issues: [{ message }] };
      },
    },
  };
}

function needsText(name: string) {
  return (members: Members) => (typeof members[name] === 'string' ? undefined : `'${name}' must be text`);
}

/** Lists have one page, so whatever cursor comes was made up. */
export const cursorParams = params<Members>(({ cursor }) =>
  cursor === undefined ? undefined : 'unknown cursor',
);

/** Of `resources/read`. */
export const uriParams = params<{ readonly uri: string }>(needsText('uri'));

/** Of `prompts/get`. */
export const promptParams = params<{ readonly name: string }>(needsText('name'));

/** Of `tools/call`. */
export const callParams = params<{ readonly name: string; readonly arguments?: ToolArguments }>((members) => {
  const { arguments: given } = members;
  if (given === undefined || isObject(given)) return needsText('name')(members);
  return `'arguments' must be an object`;
});

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
