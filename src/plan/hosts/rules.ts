import { grouped } from '../../diagnostics/figures.js';
import { subschemaRules } from './schema-rules.js';
import type { ListedTool } from '../../runtime/listed-tool.js';
import { createSchemaProof } from './schema-proof.js';
import { subschemasOf } from '../schemas/subschemas.js';
import { estimateTokens } from './tokens.js';

/** One row of `hosts.json`: what a host asks of tools, since when that is known, and from where. */
export interface HostRule {
  readonly host: string;
  /** A key of `toolRules`, `subschemaRules` or `listRules`. */
  readonly rule: string;
  /** What the rule measures against, in the form that the rule takes. */
  readonly limit?: unknown;
  /** Whether the host refuses a tool that breaks the rule, or works worse with it; a product of it may be alone in that. */
  readonly effect: 'refuses' | 'degrades';
  /** Year and month in which it was so. */
  readonly date: string;
  readonly source: string;
}

/** The member of `_meta` by which Claude Code is told how long results may be. */
export const resultHint = 'anthropic/maxResultSizeChars';

/** Says what is wrong with a tool; `undefined` for nothing. */
type ToolCheck = (tool: ListedTool, serverKey: string) => string | undefined;

/** Says what is wrong with a list of tools; `undefined` for nothing. */
type ListCheck = (tools: readonly ListedTool[]) => string | undefined;

/** A rule before it is measured against a limit. */
export interface Rule<Check> {
  /** What to do about a tool that breaks it. */
  readonly help: string;
  readonly against: (limit: unknown) => Check;
}

/** Rules about a tool as a whole. A new one is an entry here, a row of the data and its samples in the test. */
export const toolRules = {
  'tool-name': {
    help: 'Give the tool another name in the configuration, or all tools a prefix (`tools.toolNamePrefix`).',
    against: (limit) => {
      const pattern = new RegExp(String(limit), 'u');
      return ({ name }) => (pattern.test(name) ? undefined : `its name does not match ${String(limit)}`);
    },
  },
  'served-name': {
    help: 'Set `tools.maxToolNameLength`, or give the tool a shorter name in the configuration.',
    against: (limit) => {
      // A row of ours, in the form that the test of the data asks.
      const { form, length } = limit as { readonly form: string; readonly length: number };
      return ({ name }, serverKey) => {
        const served = form.replace('{server}', () => serverKey).replace('{tool}', () => name);
        if (served.length <= length) return undefined;
        const room = length - (served.length - name.length);
        const found = `its name is served as '${served}', ${served.length} characters of ${length}`;
        return `${found}, which \`tools.maxToolNameLength: ${room}\` keeps`;
      };
    },
  },
  'description-bytes': {
    help: 'Shorten the description by an overlay or in the configuration.',
    against: (limit) => {
      const most = Number(limit);
      return ({ description = '' }) => {
        const bytes = Buffer.byteLength(description);
        return bytes <= most
          ? undefined
          : `its description takes ${grouped(bytes)} bytes of ${grouped(most)}`;
      };
    },
  },
  'result-characters': {
    help: 'This is a fault of the generator: please report it with the operation.',
    against: (limit) => {
      const most = Number(limit);
      return ({ _meta }) => {
        const asked = Number(_meta?.[resultHint] ?? 0);
        return asked <= most
          ? undefined
          : `its hint asks for results of ${grouped(asked)} characters of ${grouped(most)}`;
      };
    },
  },
  'schema-bytes': {
    help: 'List fewer parameters or a smaller request body: hide members by an overlay.',
    against: (limit) => {
      const most = Number(limit);
      return (tool) => {
        const bytes = Buffer.byteLength(JSON.stringify(tool.inputSchema));
        return bytes <= most
          ? undefined
          : `its input schema takes ${grouped(bytes)} bytes of ${grouped(most)}`;
      };
    },
  },
  'enum-values-in-all': {
    help: 'List fewer values: take enums out by an overlay.',
    against: (limit) => {
      const most = Number(limit);
      return (tool) => {
        const enums = [...subschemasOf(tool.inputSchema)].map(({ schema }) => schema['enum']);
        const count = enums.reduce<number>(
          (sum, values) => sum + (Array.isArray(values) ? values.length : 0),
          0,
        );
        return count <= most ? undefined : `its enums have ${count} values of ${most}`;
      };
    },
  },
  'valid-schema': {
    help: 'This is a fault of the generator: please report it with the operation.',
    against: () => {
      const proof = createSchemaProof();
      return ({ inputSchema, outputSchema }) => {
        const input = proof(inputSchema);
        if (input !== undefined) return `its input schema is no JSON Schema 2020-12: ${input}`;
        const output = outputSchema && proof(outputSchema);
        return output && `its output schema is no JSON Schema 2020-12: ${output}`;
      };
    },
  },
} satisfies Record<string, Rule<ToolCheck>>;

const fewerTools = 'Choose operations with --filter.';

/** Rules about all tools together. A new one is an entry here, a row of the data and its samples in the test. */
export const listRules = {
  tools: {
    help: fewerTools,
    against: (limit) => {
      const most = Number(limit);
      return ({ length }) => (length <= most ? undefined : `there are ${length} tools, and it takes ${most}`);
    },
  },
  tokens: {
    help: fewerTools,
    against: (limit) => {
      const most = Number(limit);
      return (tools) => {
        const read = tools.map((tool) => [tool.name, tool.description, tool.inputSchema]);
        const tokens = estimateTokens(JSON.stringify(read));
        return tokens <= most ? undefined : `its tools take about ${tokens} tokens of ${most}`;
      };
    },
  },
} satisfies Record<string, Rule<ListCheck>>;

/** The names of all rules. */
export const ruleNames: readonly string[] = [toolRules, subschemaRules, listRules].flatMap(Object.keys);
