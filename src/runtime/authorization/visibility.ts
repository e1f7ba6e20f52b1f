import type { ListToolsResult } from '@modelcontextprotocol/server';
import type { Caller } from '../caller.js';
import { keepRecent } from '../keep-recent.js';
import type { ListedTool } from '../listed-tool.js';
import type { Access, Manifest } from '../manifest.js';
import { describeOperations } from '../operations-resource.js';
import type { Environment } from '../settings.js';
import { readChoice } from './read-variable.js';
import type { Allows, ScopeSets } from './scopes.js';
import { visibilities, type Visibility } from './variables.js';

/** What a caller is shown of a server. */
export interface View {
  /** The result of `tools/list`. */
  readonly list: ListToolsResult;
  /** The Markdown of `api://operations`. */
  readonly operations: () => string;
  /** Of either, where other callers are shown something else; older revisions have no such member. */
  readonly cache: { readonly cacheScope?: 'private' };
}

/** Which tools clients are shown: MCP_VISIBILITY, else as the manifest presets it, else all. */
export function readVisibility(environment: Environment, { visibility = 'all' }: Access = {}): Visibility {
  return readChoice(environment, 'MCP_VISIBILITY', visibilities) ?? visibility;
}

/** A tool as far as it is shown. */
interface ShownTool {
  readonly listed: ListedTool;
  readonly scopes: ScopeSets | undefined;
}

/** What views are made of. */
interface ViewParts {
  readonly manifest: Pick<Manifest, 'server' | 'tools'>;
  readonly tools: readonly ShownTool[];
  readonly visibility: Visibility;
  readonly allows: Allows;
}

/** Views beside that of all tools which are kept: callers with the same tools share one. */
const viewsKept = 50;

/** Makes the function that finds what a caller is shown; what it made, it keeps. */
export function createViews({ manifest, tools, visibility, allows }: ViewParts) {
  const whole = viewOf(manifest, tools, {});
  // Many tools ask for the same scopes.
  const asked = new Map(tools.map(({ scopes = [] }) => [JSON.stringify(scopes), scopes]));
  const views = new Map<string, View>();
  return (caller: Caller | undefined): View => {
    if (visibility === 'all' || caller === undefined) return whole;
    const key = [...asked.values()].map((sets) => (allows(caller, sets) ? '1' : '0')).join('');
    const view =
      views.get(key) ?? viewOf(manifest, allowedTools(tools, caller, allows), { cacheScope: 'private' });
    keepRecent(views, key, view, viewsKept);
    return view;
  };
}

function allowedTools(tools: readonly ShownTool[], caller: Caller, allows: Allows): readonly ShownTool[] {
  return tools.filter(({ scopes }) => allows(caller, scopes));
}

function viewOf(manifest: ViewParts['manifest'], tools: readonly ShownTool[], cache: View['cache']): View {
  const shown = new Set(tools.map(({ listed: { name } }) => name));
  let operations: string | undefined;
  return {
    // Readonly at our side, never changed at the SDK's.
    list: { tools: tools.map(({ listed }) => listed) } as unknown as ListToolsResult,
    operations: () =>
      (operations ??= describeOperations({
        server: manifest.server,
        tools: manifest.tools.filter(({ name }) => shown.has(name)),
      })),
    cache,
  };
}
