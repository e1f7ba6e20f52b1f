import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import type ts from 'typescript';

type Compiler = typeof ts;

interface Project {
  readonly folder: string;
  readonly config: ts.ParsedCommandLine;
  readonly report: string[];
}

/** Compiles projects in one program for each set of flags; the reports by folder are empty where all is well. */
export function compileProjects(folders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, { readonly compiler: Compiler; readonly projects: Project[] }>();
  const projects = folders.map((folder) => {
    // The compiler that the project installs, not the repository's.
    const path = createRequire(join(folder, 'package.json')).resolve('typescript');
    const compiler = createRequire(import.meta.url)(path) as Compiler;
    const project = readProject(compiler, folder);
    const key = JSON.stringify([path, flagsOf(project.config.options)]);
    const group = groups.get(key) ?? { compiler, projects: [] };
    group.projects.push(project);
    groups.set(key, group);
    return project;
  });
  for (const group of groups.values()) compileGroup(group.compiler, group.projects);
  return new Map(projects.map(({ folder, report }) => [folder, report]));
}

function readProject(compiler: Compiler, folder: string): Project {
  const file = join(folder, 'tsconfig.json');
  const read = compiler.readConfigFile(file, (path) => compiler.sys.readFile(path));
  const config = compiler.parseJsonConfigFileContent(
    read.config ?? {},
    compiler.sys,
    folder,
    undefined,
    file,
  );
  const findings = read.error === undefined ? config.errors : [read.error, ...config.errors];
  return { folder, config, report: findings.map((finding) => describe(compiler, folder, finding)) };
}

/** The options that decide how code is checked: all but those that are paths of one project. */
function flagsOf(options: ts.CompilerOptions): ts.CompilerOptions {
  const paths = new Set(['rootDir', 'outDir', 'configFilePath']);
  return Object.fromEntries(Object.entries(options).filter(([name]) => !paths.has(name)));
}

function compileGroup(compiler: Compiler, projects: readonly Project[]): void {
  const [first] = projects;
  if (first === undefined) return;
  const rootNames = projects.flatMap(({ config }) => config.fileNames);
  // `types` are looked up from the place of the configuration file.
  const options = { ...flagsOf(first.config.options), configFilePath: join(first.folder, 'tsconfig.json') };
  const program = compiler.createProgram({ rootNames, options });
  const shared = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  for (const project of projects) {
    project.report.push(...shared.map((finding) => describe(compiler, project.folder, finding)));
    const files = project.config.fileNames.flatMap((name) => program.getSourceFile(name) ?? []);
    for (const file of files) {
      const findings = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
      project.report.push(...findings.map((finding) => describe(compiler, project.folder, finding)));
    }
    if (project.report.length === 0) writeOutput(compiler, program, project, files);
  }
}

function writeOutput(
  compiler: Compiler,
  program: ts.Program,
  { config }: Project,
  files: readonly ts.SourceFile[],
): void {
  for (const file of files) {
    const outputs = compiler.getOutputFileNames(config, file.fileName, false);
    program.emit(file, (name, text) => {
      const output = outputs.find((path) => extname(path) === extname(name));
      if (output === undefined) return;
      mkdirSync(dirname(output), { recursive: true });
      writeFileSync(output, text);
    });
  }
}

function describe(compiler: Compiler, folder: string, finding: ts.Diagnostic): string {
  const message = compiler.flattenDiagnosticMessageText(finding.messageText, '\n');
  if (finding.file === undefined || finding.start === undefined) return message;
  const { line, character } = finding.file.getLineAndCharacterOfPosition(finding.start);
  return `${relative(folder, finding.file.fileName)}:${line + 1}:${character + 1}: ${message}`;
}
