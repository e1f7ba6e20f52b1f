import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
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
  const known = new Map<string, CompiledFile>();
  for (const project of projects) {
    project.report.push(...shared.map((finding) => describe(compiler, project.folder, finding)));
    const files = project.config.fileNames.flatMap((name) => program.getSourceFile(name) ?? []);
    const runtime = runtimeDigest(project, files);
    const compiled = files.map((file) => {
      const key = isRuntime(project, file)
        ? `${runtime}${relative(project.folder, file.fileName)}`
        : file.fileName;
      const result = known.get(key) ?? compileFile(compiler, program, project, file);
      known.set(key, result);
      return result;
    });
    project.report.push(...compiled.flatMap(({ report }) => report));
    if (project.report.length === 0) compiled.forEach(({ outputs }) => writeAll(project.folder, outputs));
  }
}

/** What became of one source file; paths are relative to its project. */
interface CompiledFile {
  readonly report: readonly string[];
  readonly outputs: ReadonlyMap<string, string>;
}

/**
 * Emitted projects hold the same runtime, byte for byte, and it imports nothing of them: what the compiler finds in
 * it once holds for all. Checking it anew in each would take two thirds of the time.
 */
function runtimeDigest(project: Project, files: readonly ts.SourceFile[]): string {
  const digest = createHash('sha256');
  for (const file of files.filter((one) => isRuntime(project, one))) {
    digest.update(JSON.stringify([relative(project.folder, file.fileName), file.text]));
  }
  return digest.digest('hex');
}

function isRuntime({ folder }: Project, file: ts.SourceFile): boolean {
  return relative(folder, file.fileName).startsWith(join('src', 'runtime') + sep);
}

function compileFile(
  compiler: Compiler,
  program: ts.Program,
  { folder, config }: Project,
  file: ts.SourceFile,
): CompiledFile {
  const findings = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  const outputs = new Map<string, string>();
  const paths = compiler.getOutputFileNames(config, file.fileName, false);
  if (findings.length === 0) {
    program.emit(file, (name, text) => {
      const path = paths.find((one) => extname(one) === extname(name));
      if (path !== undefined) outputs.set(relative(folder, path), text);
    });
  }
  return { report: findings.map((finding) => describe(compiler, folder, finding)), outputs };
}

function writeAll(folder: string, outputs: ReadonlyMap<string, string>): void {
  for (const [path, text] of outputs) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function describe(compiler: Compiler, folder: string, finding: ts.Diagnostic): string {
  const message = compiler.flattenDiagnosticMessageText(finding.messageText, '\n');
  if (finding.file === undefined || finding.start === undefined) return message;
  const { line, character } = finding.file.getLineAndCharacterOfPosition(finding.start);
  return `${relative(folder, finding.file.fileName)}:${line + 1}:${character + 1}: ${message}`;
}
