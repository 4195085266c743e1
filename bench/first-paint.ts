import { chromium } from "@playwright/test";
import { findChromium } from "../scripts/chromium.mjs";
import type { ReadyAnswer } from "./bare-server.ts";
import { median } from "./load.ts";
import type { BareServer } from "./pages.ts";
import { openSlowLine } from "./slow-line.ts";

const rounds = 5;

const barePath = "/bare-page";
const bareHtml = `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Bare</title><style>body{font-family:sans-serif}</style></head><body><h1>Bare page</h1><p>${"Some words of text. ".repeat(60)}</p></body></html>`;
const bareAnswer: ReadyAnswer = {
  status: 200,
  headers: [["content-type", "text/html; charset=utf-8"]],
  body: Buffer.from(bareHtml).toString("base64"),
};

/** First contentful paint of a page on a slow connection, relative to a static page with inline style, in alternating rounds. */
export async function measureFirstPaint(
  site: string,
  bare: BareServer,
  path: string,
): Promise<{ page: number; bare: number; ratio: number }> {
  await bare.give(barePath, bareAnswer);
  const [siteLine, bareLine] = [await openSlowLine(site), await openSlowLine(bare.url)];
  const executablePath = findChromium();
  // Pages keep their own URLs, which the site requires, and are loaded over slow connections.
  const detours = [`MAP ${new URL(site).host} ${siteLine.host}`, `MAP ${new URL(bare.url).host} ${bareLine.host}`];
  const quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath, args: [...quiet, `--host-resolver-rules=${detours.join(",")}`] });
  const paintOf = async (address: string) => {
    const context = await browser.newContext({ viewport: { width: 375, height: 800 }, locale: "fr-FR" });
    const page = await context.newPage();
    await page.goto(address, { waitUntil: "load" });
    const paint = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((entries) => {
            const first = entries.getEntriesByName("first-contentful-paint")[0];
            if (first) resolve(first.startTime);
          }).observe({ type: "paint", buffered: true });
        }),
    );
    await context.close();
    return paint;
  };
  try {
    const times: { page: number; bare: number }[] = [];
    for (let round = 0; round < rounds; round += 1)
      times.push({ page: await paintOf(`${site}${path}`), bare: await paintOf(`${bare.url}${barePath}`) });
    return {
      page: median(times.map((time) => time.page)),
      bare: median(times.map((time) => time.bare)),
      ratio: median(times.map((time) => time.page / time.bare)),
    };
  } finally {
    await browser.close();
    siteLine.close();
    bareLine.close();
  }
}
