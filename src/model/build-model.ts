import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { OpenApiDocument } from '../load/document.js';
import { child } from '../load/located.js';
import type { ApiModel, ApiOutline } from './model.js';
import { reportNotCalled } from './not-called.js';
import { readOperations } from './operations.js';
import type { OutlinedOperation } from './outline.js';
import type { Reading } from './reading.js';
import { checkDialect } from './schema-dialects.js';
import { createSchemaReader } from './schema-pool.js';
import { openSecuritySchemes } from './security-schemes.js';
import { versionRules } from './versions.js';

/**
 * Evens out an OpenAPI document: versions, defaults and references; what is broken costs at most its operation. Of
 * operations those of the outline alone are read, and only what they need. Unless these are all of them, nothing is told
 * of security schemes that none of them asks for.
 */
export function buildModel(
  document: OpenApiDocument,
  outline: ApiOutline<OutlinedOperation>,
  diagnostics: Diagnostics,
  isWhole = true,
): ApiModel {
  const rules = versionRules[document.version];
  const schemas = createSchemaReader(document, rules.schema, diagnostics);
  const reading: Reading = { document, rules, schemas, diagnostics };
  const { root } = document;
  const schemes = openSecuritySchemes(reading, isWhole);
  const operations = readOperations(outline.operations, schemes, reading);
  reportNotCalled(operations, reading);
  if (rules.schema.hasDialects) checkDialect(child(root, 'jsonSchemaDialect'), diagnostics);
  return {
    ...outline,
    operations,
    servers: rules.readServers(root, reading),
    securitySchemes: schemes.all(),
    schemas: schemas.pool(),
  };
}
