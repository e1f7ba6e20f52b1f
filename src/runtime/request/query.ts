import type { ParameterBinding } from '../binding.js';
import { writeFormText } from './form.js';
import type { ToolDefinition } from '../manifest.js';
import { isFormContent, isJson } from '../media-types.js';
import { ownMember } from '../own-member.js';
import { invalid, percentEncode } from './encoding.js';
import type { Arguments } from './parameters.js';
import { isGiven } from './value-text.js';
import { contentText, writeParameter } from './write-parameter.js';

/** The pieces of the query that the arguments of a tool make; `&` stands between them. */
export function writeQuery(tool: ToolDefinition, args: Arguments): readonly string[] {
  const texts = tool.request.parameters.flatMap((parameter) => {
    const value = ownMember(args, parameter.property);
    if (parameter.in === 'querystring') return [writeQuerystring(parameter, value)];
    if (parameter.in !== 'query') return [];
    return writeParameter(parameter, value).map(([name, text]) => `${name}=${text}`);
  });
  return texts.filter((text) => text !== '');
}

/** A value that is the whole query (OpenAPI 3.2, `in: querystring`), written by the media type of its `content`. */
function writeQuerystring(parameter: ParameterBinding, value: unknown): string {
  if (!isGiven(value) || !('mediaType' in parameter)) return '';
  const { property, mediaType } = parameter;
  if (isFormContent(mediaType)) {
    // The query of a URL and the body of a form are one format, which is percent-encoded already.
    return writeFormText({ property, value, encoding: parameter });
  }
  if (typeof value === 'object' && !isJson(mediaType)) {
    throw invalid(property, `is a query of type ${mediaType}, so it has to be text`);
  }
  return percentEncode(contentText(parameter, value));
}
