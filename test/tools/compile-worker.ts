import { compileProjects } from './compile-projects.js';

/** Compiles the folders that the parent process sends, answers with the reports by folder, and ends. */
process.once('message', (folders) => {
  const reports = [...compileProjects(folders as readonly string[])];
  process.send?.(reports, () => process.disconnect());
});
