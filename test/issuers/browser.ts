import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

/** A browser in which somebody signs in. */
export interface Person {
  /** Opens a page of an issuer, signs in and agrees, and gives what the last page says. */
  readonly signIn: (url: string, user: string) => Promise<string>;
  /** Opens a page of an issuer, does not sign in, and gives what the last page says. */
  readonly cancel: (url: string) => Promise<string>;
  /** Opens the page of a device code, confirms it, signs in and agrees, and gives what the last page says. */
  readonly confirmDevice: (url: string, code: string, user: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const mostStepMs = 15_000;
const mostPages = 8;

/** Starts a browser that reaches this machine alone. */
export async function startPerson(): Promise<Person> {
  const browser = await chromium.launch({
    executablePath: browserProgram(),
    timeout: 60_000,
    args: [
      // Chromium does not take its sandbox from root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
  return {
    signIn: (url, user) => inNewPage(browser, (page) => passPages(page, url, user)),
    cancel: (url) =>
      inNewPage(browser, async (page) => {
        await page.goto(url);
        await Promise.all([page.waitForEvent('load'), page.getByText('Cancel').click()]);
        return textOf(page);
      }),
    confirmDevice: (url, code, user) =>
      inNewPage(browser, async (page) => {
        await page.goto(url);
        const field = page.locator('input[name=user_code]:visible');
        if ((await field.count()) > 0) {
          await field.fill(code);
          await submit(page);
        }
        return passPages(page, undefined, user);
      }),
    close: () => browser.close(),
  };
}

/** Debian's chromium, installed where it is missing and may be. */
function browserProgram(): string {
  const found = (): string | undefined => programs.find((program) => existsSync(program));
  const present = found();
  if (present !== undefined) return present;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options: SpawnSyncOptions = { stdio: ['ignore', 2, 2], timeout: 300_000 };
    const install = ['install', '-y', '--no-install-recommends', 'chromium'];
    if (spawnSync('apt-get', install, options).status !== 0) {
      spawnSync('apt-get', ['update'], options);
      spawnSync('apt-get', install, options);
    }
  }
  const installed = found();
  if (installed !== undefined) return installed;
  throw new Error(
    `There is no chromium (${programs.join(', ')}): install it, on Debian by apt-get install chromium.`,
  );
}

/** Runs what a person does in a page of a browser profile of its own; a failure leaves a picture. */
async function inNewPage(browser: Browser, act: (page: Page) => Promise<string>): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(mostStepMs);
  try {
    return await act(page);
  } catch (error) {
    const folder = join(tmpdir(), 'openapi2mcp-issuers', 'screenshots');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${Date.now()}.png`);
    await page.screenshot({ path, fullPage: true }).catch(() => undefined);
    throw new Error(`In the browser, at ${withoutQuery(page.url())} (see ${path})`, { cause: error });
  } finally {
    await context.close();
  }
}

/** Signs in and agrees, page by page, until a page asks for neither. */
async function passPages(page: Page, url: string | undefined, user: string): Promise<string> {
  if (url !== undefined) await page.goto(url);
  for (let count = 0; count < mostPages; count += 1) {
    const login = page.locator('input[name=login]');
    const button = page.locator('button[type=submit]');
    if ((await button.count()) === 0) return textOf(page);
    if ((await login.count()) > 0) {
      await login.fill(user);
      await page.locator('input[name=password]').fill('any password will do');
    }
    await submit(page);
  }
  throw new Error(`After ${mostPages} pages there is still a form.`);
}

async function textOf(page: Page): Promise<string> {
  return (await page.locator('body').innerText()).trim();
}

/** The first button of a page is the one that agrees. */
async function submit(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.locator('button[type=submit]').first().click()]);
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*/, '');
}
