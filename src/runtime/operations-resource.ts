import type { Manifest, ToolDefinition } from './manifest.js';

/** The one resource of a server: what its API can do. */
export const operationsResource = {
  uri: 'api://operations',
  name: 'operations',
  title: 'Operations',
  description:
    'Every operation of the API by group: the tool that calls it, and the request that the tool makes.',
  mimeType: 'text/markdown',
} as const;

const ungrouped = 'Other';

/** The Markdown of `api://operations`. */
export function describeOperations({ server, tools }: Pick<Manifest, 'server' | 'tools'>): string {
  const groups = new Map<string, ToolDefinition[]>();
  for (const tool of tools) {
    const title = tool.group ?? ungrouped;
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [tool]);
    else group.push(tool);
  }
  const sections = [...groups].map(
    ([title, members]) => `## ${plainText(title)}\n\n${members.map(describeTool).join('\n')}\n`,
  );
  return `# ${plainText(server.title ?? server.name)}\n\n${sections.join('\n')}`;
}

function describeTool({ name, title, description, request }: ToolDefinition): string {
  const summary = plainText(title ?? firstLine(description ?? ''));
  const line = `- \`${name}\`: \`${request.method} ${request.path.replaceAll(/[\s`]/g, encodeURIComponent)}\``;
  return summary === '' ? line : `${line} – ${summary}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** Text that stays text in Markdown, on one line. */
function plainText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}
