import { didYouMean } from '../diagnostics/did-you-mean.js';
import { Diagnostics, type Diagnostic } from '../diagnostics/diagnostics.js';
import { keyOf } from '../diagnostics/pointer.js';
import { planProject, type Planned } from '../generate.js';
import { readHostNames } from '../host-data.js';
import { lintTools, usualHosts } from '../lint.js';
import { exitCodeOf, type ExitCode } from './exit-codes.js';
import { findingsOf } from './findings.js';
import { writeFindingsJson } from './json-report.js';
import type { Request } from './options.js';
import { countsOf, finishRefused, resultColorsOf } from './refusal.js';
import { printable } from './printable.js';
import { isShown, needsNothing, writeReport } from './report.js';
import type { Terminal } from './run.js';
import { untoldLines, type MadeName } from './untold.js';

/** Reports what is wrong with a document and its tools; nothing is written anywhere. */
export async function runLint(request: Request, terminal: Terminal): Promise<ExitCode> {
  const mistakes = new Diagnostics();
  const hosts = readHosts(request.inspection.hosts, mistakes);
  if (mistakes.hasErrors) return finishRefused(mistakes.all, new Map(), request, terminal);
  const { cwd, env, stdin } = terminal;
  const { options, report } = request;
  const { planned, diagnostics, files } = await planProject({ ...options, cwd, env, stdin });
  if (planned === undefined) return finishRefused(diagnostics, files, request, terminal);
  const all = lintTools(planned, diagnostics, hosts);
  const exitCode = exitCodeOf(all, options.strict);
  // Notes are half of what this command is for, but not those that only tell.
  const asked = all.filter((finding) => isShown(finding, { ...report, verbose: !report.quiet }));
  const shown = report.verbose || report.json ? asked : asked.filter((finding) => !needsNothing(finding));
  const findings = await findingsOf(shown, new Map([...request.files, ...files]));
  if (report.json) {
    terminal.writeResult(writeFindingsJson(findings, exitCode));
    return exitCode;
  }
  terminal.writeResult(writeReport(findings, report, resultColorsOf(request, terminal)));
  if (!report.quiet) {
    const untold = asked.filter((finding) => !shown.includes(finding));
    const lines = [
      ...untoldLines(untold, (note) => toolAt(note, planned)),
      `${shown.length === 0 ? 'nothing found' : countsOf(shown)}; hosts: ${(hosts ?? usualHosts).join(', ')}`,
    ];
    terminal.writeResult(lines.map((line) => `${printable(line)}\n`).join(''));
  }
  return exitCode;
}

/** The tool whose operation a finding is about. */
function toolAt({ origin }: Diagnostic, { plan }: Planned): MadeName | undefined {
  if (origin === undefined) return undefined;
  const key = keyOf(origin);
  const tools = plan.modules.flatMap((module) => module.tools);
  return tools.find((tool) => keyOf(tool.origin) === key)?.definition;
}

/** The hosts that `--hosts` names; what is none is reported. */
function readHosts(written: string | undefined, mistakes: Diagnostics): readonly string[] | undefined {
  if (written === undefined) return undefined;
  const known = readHostNames();
  const names = written.split(',').map((name) => name.trim());
  if (names.includes('all')) return known;
  for (const name of names.filter((each) => !known.includes(each))) {
    const meant = didYouMean(name, known);
    const hint = meant === undefined ? `they are ${known.join(', ')}` : `did you mean ${meant}?`;
    const problem = `there is no host '${name}'; ${hint}${meant === undefined ? '.' : ''}`;
    mistakes.report('invalid-option', { option: '--hosts', problem });
  }
  return [...new Set(names)];
}
