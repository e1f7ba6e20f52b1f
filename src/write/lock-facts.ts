import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isWebUrl } from '../diagnostics/addresses.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { own, type Lock, type LockFacts, type Names } from './lock.js';

/** What is looked at in a tool of the manifest. */
interface LockedTool {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly server?: unknown;
    readonly security: readonly Readonly<Record<string, unknown>>[];
  };
}

/** What is looked at in a manifest: its tools, and what several of them share. */
interface LockedManifest {
  readonly upstream: unknown;
  readonly securitySchemes: Readonly<Record<string, unknown>>;
  readonly tools: readonly LockedTool[];
}

/** Tool names by `METHOD /path`. */
export function namesOf(tools: readonly LockedTool[]): Names {
  return Object.fromEntries(tools.map(({ name, request }) => [`${request.method} ${request.path}`, name]));
}

/** `METHOD /path` by the further names that tools answer to. */
export function aliasesOf(tools: readonly LockedTool[]): Names {
  return Object.fromEntries(
    tools.flatMap(({ aliases = [], request: { method, path } }) =>
      aliases.map((alias) => [alias, `${method} ${path}`]),
    ),
  );
}

/** The digest of each tool, by name: of all that a model sees of it, and of all that decides its request. */
export function toolDigestsOf({ upstream, securitySchemes, tools }: LockedManifest): Names {
  return Object.fromEntries(
    tools.map((tool) => {
      const { server = upstream, security } = tool.request;
      const asked = new Set(security.flatMap((requirement) => Object.keys(requirement)));
      const schemes = Object.entries(securitySchemes).filter(([name]) => asked.has(name));
      return [tool.name, sha256(JSON.stringify([tool, server, schemes]))];
    }),
  );
}

/** Tools by name: what a run did to them. */
export interface ToolChanges {
  /** Neither among those added nor among those removed. */
  readonly renamed: readonly Renaming[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** An operation whose tool has another name than in the last run. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
}

/** What tools are compared by: their names by `METHOD /path`, and their digests by name. */
type ComparedTools = Pick<Lock, 'names' | 'tools'>;

/** Compares the tools of two runs: by method and path whether one has another name, by its digest whether it changed. */
export function compareTools(last: ComparedTools, now: ComparedTools): ToolChanges {
  const names = Object.keys(now.tools);
  const isNew = (name: string): boolean => own(last.tools, name) === undefined;
  const isGone = (name: string): boolean => own(now.tools, name) === undefined;
  const renamed = Object.entries(now.names).flatMap(([route, to]): readonly Renaming[] => {
    const from = own(last.names, route);
    return from !== undefined && isGone(from) && isNew(to) ? [{ from, to }] : [];
  });
  const [from, to] = [new Set(renamed.map((one) => one.from)), new Set(renamed.map((one) => one.to))];
  return {
    renamed,
    added: names.filter((name) => isNew(name) && !to.has(name)),
    removed: Object.keys(last.tools).filter((name) => isGone(name) && !from.has(name)),
    changed: names.filter((name) => !isNew(name) && own(last.tools, name) !== own(now.tools, name)),
  };
}

/** Reports a folder that holds the server of another API: of another document, without a tool in common. */
export function reportOtherApi(
  { shown, lock }: { readonly shown: string; readonly lock: Lock | undefined },
  facts: LockFacts,
  diagnostics: Diagnostics,
): void {
  if (lock === undefined || lock.document.file === facts.document.file) return;
  if (Object.keys(lock.tools).some((name) => own(facts.tools, name) !== undefined)) return;
  diagnostics.report('other-document', { path: shown, document: lock.document.file });
}

/** The digests of the files that were read, by the path or URL from which the next run finds them. */
export function inputsOf(
  folder: string,
  files: Iterable<readonly [file: string, { readonly text: string }]>,
  root: string,
): Pick<Lock, 'document' | 'inputs'> {
  const digests = [...files].map(([file, { text }]) => [file, sha256(text)] as const);
  const others = digests.filter(([file]) => file !== root);
  return {
    document: { file: nameFrom(folder, root), digest: digests.find(([file]) => file === root)?.[1] ?? '' },
    inputs: Object.fromEntries(others.map(([file, digest]) => [nameFrom(folder, file), digest])),
  };
}

/** Where the document of a lock lies: a URL or an absolute path; `undefined` where the lock does not say all of it. */
export function documentOf(folder: string, { document }: Lock): string | undefined {
  if (document.file === '-' || lacksQuery(document)) return undefined;
  return isWebUrl(document.file) ? document.file : resolve(realPathOf(folder), document.file);
}

/** Whether the document was read from a URL whose query the lock does not name. */
export function lacksQuery({ file }: Lock['document']): boolean {
  return isWebUrl(file) && file.endsWith('?');
}

/** How a lock names a file, so that it reads the same wherever project and document are moved together. */
export function nameFrom(folder: string, file: string): string {
  if (isWebUrl(file)) return withoutSecrets(file);
  return isAbsolute(file) ? relative(realPathOf(folder), realPathOf(file)).replaceAll(sep, '/') : '-';
}

/** A lock is committed: whoever runs it again gives credentials and query again. */
function withoutSecrets(file: string): string {
  const url = new URL(file);
  url.username = '';
  url.password = '';
  const hadQuery = url.search !== '';
  url.search = '';
  return hadQuery ? `${url.href}?` : url.href;
}

/** The path without links, as far as it exists. */
export function realPathOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(realPathOf(dirname(path)), basename(path));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
