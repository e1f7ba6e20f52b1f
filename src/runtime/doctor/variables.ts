import { isSet, setting, SettingError, variableText, type Environment } from '../settings.js';
import { finding, type Finding } from './report.js';

/** Whether a variable is set, and whether by a file; never to what. */
export async function examineVariable(environment: Environment, name: string): Promise<Finding> {
  if (!isSet(environment, name)) return finding('unset', name);
  if (setting(environment, name) !== undefined) return finding('set', name);
  try {
    await variableText(environment, name);
    return finding('set', name, `by the file that ${name}_FILE names`);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return finding('wrong', name, error.message);
  }
}
