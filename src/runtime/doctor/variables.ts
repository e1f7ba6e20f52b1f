import { readVariable } from '../security.js';
import { setting, type Environment } from '../settings.js';
import { ToolError } from '../tool-error.js';
import { finding, type Finding } from './report.js';

/** Whether a variable is set, and whether by a file; never to what. */
export async function examineVariable(environment: Environment, name: string): Promise<Finding> {
  if (environment[name]?.trim()) return finding('set', name);
  const file = `${name}_FILE`;
  if (setting(environment, file) === undefined) return finding('unset', name);
  try {
    const isEmpty = !(await readVariable(environment, name))?.trim();
    return isEmpty
      ? finding('wrong', name, `the file that ${file} names is empty`)
      : finding('set', name, `by the file that ${file} names`);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return finding('wrong', name, `the file that ${file} names cannot be read`);
  }
}
