import { HelpRequest, loadEnvironment } from './environment.js';
import { SettingError, type Environment } from './settings.js';

/**
 * Starts a server with the variables of the environment and of a `.env` file; a setting that
 * cannot be used ends the process with one line that says which.
 */
export async function start(
  envFile: URL,
  serve: (environment: Environment) => Promise<void> | void,
): Promise<void> {
  try {
    await serve(loadEnvironment(envFile));
  } catch (error) {
    if (error instanceof HelpRequest) {
      console.log(error.message);
      process.exit(0);
    }
    if (!(error instanceof SettingError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
