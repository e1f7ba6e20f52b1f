import { readTemplate } from './assets.js';
import type { OutputFile } from './output-file.js';
import type { TargetFile } from './targets.js';
import type { TemplateData } from './template-data.js';

/** The parsers of prettier by the ending of a templated file; a file of another kind is left as it is. */
const parsers: Readonly<Record<string, string>> = { '.ts': 'typescript', '.md': 'markdown' };

/** Makes a file of its template: rendered and formatted where the template has holes, else copied. */
export async function emitTemplate(file: TargetFile, data: TemplateData): Promise<OutputFile> {
  const { template, path, ownership } = file;
  const text = await readTemplate(template);
  if (!template.endsWith('.hbs')) return { path, ownership, contents: text };
  const contents = await render(text, data);
  // A template stands in prettier's form itself: only what was put into it can have spoiled that.
  return { path, ownership, contents: contents === text ? text : await format(path, contents) };
}

async function render(template: string, data: TemplateData): Promise<string> {
  const { default: handlebars } = await import('handlebars');
  // A missing field is a fault of ours and throws. Nothing is HTML, so nothing is escaped here: text.ts has done it.
  return handlebars.create().compile<TemplateData>(template, { strict: true, noEscape: true })(data);
}

async function format(path: string, contents: string): Promise<string> {
  const parser = parsers[/\.\w+$/.exec(path)?.[0] ?? ''];
  if (parser === undefined) return contents;
  const prettier = await import('prettier');
  return prettier.format(contents, { parser, singleQuote: true });
}
