import { chromium } from "@playwright/test";
import { findChromium } from "../scripts/chromium.mjs";
import type { ReadyAnswer } from "./bare-server.ts";
import { median } from "./load.ts";
import type { BareServer } from "./pages.ts";

/** A slow telephone line: 400 kbit/s both ways, 400 ms for each exchange. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const rounds = 5;

const barePath = "/bare-page";
const bareHtml = `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Bare</title><style>body{font-family:sans-serif}</style></head><body><h1>Bare page</h1><p>${"Some words of text. ".repeat(60)}</p></body></html>`;
const bareAnswer: ReadyAnswer = {
  status: 200,
  headers: [["content-type", "text/html; charset=utf-8"]],
  body: Buffer.from(bareHtml).toString("base64"),
};

/** First contentful paint of a page on a slow line, over that of a bare static page with its style inside, in alternating rounds. */
export async function measureFirstPaint(
  site: string,
  bare: BareServer,
  path: string,
): Promise<{ page: number; bare: number; ratio: number }> {
  await bare.give(barePath, bareAnswer);
  const executablePath = findChromium();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
  const paintOf = async (address: string) => {
    const context = await browser.newContext({ viewport: { width: 375, height: 800 }, locale: "fr-FR" });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", line);
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
  }
}
