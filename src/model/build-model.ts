import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { OpenApiDocument } from '../load/document.js';
import { child, type Located } from '../load/located.js';
import type { ApiModel } from './model.js';
import { reportNotCalled } from './not-called.js';
import { readOperations } from './operations.js';
import { extensionsOf, textOf, type Reading } from './reading.js';
import { checkDialect } from './schema-dialects.js';
import { createSchemaReader } from './schema-pool.js';
import { reportUnusedSchemes } from './security.js';
import { readSecuritySchemes } from './security-schemes.js';
import { readTags } from './tags.js';
import { versionRules } from './versions.js';

/** Evens out an OpenAPI document: versions, defaults and references; what is broken costs at most its operation. */
export function buildModel(document: OpenApiDocument, diagnostics: Diagnostics): ApiModel {
  const rules = versionRules[document.version];
  const schemas = createSchemaReader(document, rules.schema, diagnostics);
  const reading: Reading = { document, rules, schemas, diagnostics };
  const { root } = document;
  const info = child(root, 'info');
  const schemes = readSecuritySchemes(root, reading);
  const tags = readTags(root, reading);
  const badges = new Set(tags.filter(({ isGroup }) => !isGroup).map(({ name }) => name));
  const operations = readOperations({ schemes, badges }, reading);
  reportUnusedSchemes(operations, reading);
  reportNotCalled(operations, reading);
  if (rules.schema.hasDialects) checkDialect(child(root, 'jsonSchemaDialect'), diagnostics);
  return {
    origin: root.origin,
    version: document.version,
    title: readField(info, 'title', 'API', reading),
    apiVersion: readField(info, 'version', '0.0.0', reading),
    description: textOf(child(info, 'description').value),
    servers: rules.readServers(root, reading),
    tags,
    securitySchemes: schemes.supported,
    schemas: schemas.pool(),
    operations,
    extensions: extensionsOf(root.value),
  };
}

/** A required text of the Info Object; unquoted, YAML reads a version as a number. */
function readField(
  info: Located,
  key: 'title' | 'version',
  fallback: string,
  { diagnostics }: Reading,
): string {
  const { value, origin } = child(info, key);
  const text = textOf(typeof value === 'number' ? String(value) : value);
  if (text === undefined) {
    const problem = `The document needs \`info.${key}\`; '${fallback}' is taken.`;
    diagnostics.report('invalid-document', { problem }, origin);
  }
  return text ?? fallback;
}
