import type { ParameterBinding } from '../binding.js';
import { writeFormText } from './body.js';
import type { ToolDefinition } from '../manifest.js';
import { essenceOf, isJson } from '../media-types.js';
import { ownMember } from '../own-member.js';
import { invalid, percentEncode, writeParameter, type Arguments } from './parameters.js';
import { isObject, jsonText, scalarText } from './value-text.js';

/** The query that the arguments of a tool make, without `?`; empty where there is nothing to send. */
export function writeQuery(tool: ToolDefinition, args: Arguments): string {
  const texts = tool.request.parameters.flatMap((parameter) => {
    const value = ownMember(args, parameter.property);
    if (parameter.in === 'querystring') return [writeQuerystring(parameter, value, tool)];
    if (parameter.in !== 'query') return [];
    return writeParameter(parameter, value).map(([name, text]) => `${name}=${text}`);
  });
  return texts.filter((text) => text !== '').join('&');
}

/** A value that is the whole query (OpenAPI 3.2, `in: querystring`), written by the media type of its `content`. */
function writeQuerystring(
  parameter: ParameterBinding,
  value: unknown,
  { inputSchema }: ToolDefinition,
): string {
  if (value === undefined || value === null || !('mediaType' in parameter)) return '';
  const { property, mediaType } = parameter;
  if (essenceOf(mediaType) === 'application/x-www-form-urlencoded') {
    // The query of a URL and the body of a form are one format.
    const schema = ownMember(inputSchema.properties, property);
    return writeFormText({ binding: parameter, value, schema });
  }
  if (isJson(mediaType)) return percentEncode(jsonText(value));
  if (isObject(value) || Array.isArray(value)) {
    throw invalid(property, `is a query of type ${mediaType}, so it has to be text`);
  }
  return percentEncode(scalarText(value));
}
