import { fork } from "node:child_process";
import { once } from "node:events";
import type { ReadyAnswer } from "./bare-server.ts";
import { bytesOnTheWire, fetchOnce, loadRound, median, type Page, percentile, type Round } from "./load.ts";

export type PageResult = {
  name: string;
  perSecond: number;
  p50: number;
  p99: number;
  cpuMicroseconds: number;
  bare: { perSecond: number; cpuMicroseconds: number };
  /** Medians of the ratios of each round, page over bare server. */
  rateRatio: number;
  cpuRatio: number;
  brotliBytes: number;
  gzipBytes: number;
};

export type BareServer = { url: string; give(path: string, answer: ReadyAnswer): Promise<void>; stop(): void };

const rounds = 5;
/** Many when a response is cheap, so that reading the CPU figures is negligible. */
const requests = { made: 300, ready: 20_000, warmUp: 100 };
/** Headers that node:http adds to any response. */
const added = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

export async function startBareServer(port: number): Promise<BareServer> {
  const child = fork("bench/bare-server.ts", [String(port)]);
  await once(child, "message");
  return {
    url: `http://127.0.0.1:${port}`,
    async give(path, answer) {
      child.send({ path, answer });
      await once(child, "message");
    },
    stop: () => child.disconnect(),
  };
}

/** One page against the bare server that sends the same response, in alternating rounds. `cached` pages are requested as often as the bare one. */
export async function measurePage(site: string, bare: BareServer, name: string, page: Page, cached: boolean): Promise<PageResult> {
  const count = cached ? requests.ready : requests.made;
  const zipped = (encoding: string) => ({ ...page, headers: { ...page.headers, "accept-encoding": encoding } });
  const zippedPage = zipped("br");
  await bare.give(page.path, await answerOf(site, zippedPage));
  await loadRound(site, zippedPage, cached ? requests.ready : requests.warmUp);
  await loadRound(bare.url, zippedPage, requests.ready);
  const pairs: { page: Round; bare: Round }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ page: await loadRound(site, zippedPage, count), bare: await loadRound(bare.url, zippedPage, requests.ready) });
  }
  const latencies = pairs.flatMap((pair) => pair.page.latencies);
  const middle = (read: (pair: { page: Round; bare: Round }) => number) => median(pairs.map(read));
  return {
    name,
    perSecond: middle((pair) => pair.page.perSecond),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuMicroseconds: middle((pair) => pair.page.cpuMicroseconds),
    bare: { perSecond: middle((pair) => pair.bare.perSecond), cpuMicroseconds: middle((pair) => pair.bare.cpuMicroseconds) },
    rateRatio: middle((pair) => pair.page.perSecond / pair.bare.perSecond),
    cpuRatio: middle((pair) => pair.page.cpuMicroseconds / pair.bare.cpuMicroseconds),
    brotliBytes: await bytesOnTheWire(site, zippedPage),
    gzipBytes: await bytesOnTheWire(site, zipped("gzip")),
  };
}

/** CPU of a 304 against the bare server's whole answer, or nothing when the page has no validator. */
export async function measureRevalidation(site: string, bare: BareServer, page: Page): Promise<number | undefined> {
  const request = { ...page, headers: { ...page.headers, "accept-encoding": "br" } };
  const { answer } = await fetchOnce(site, request);
  if (!answer.headers.etag) return undefined;
  const again = { ...request, headers: { ...request.headers, "if-none-match": String(answer.headers.etag) }, status: 304 };
  if ((await fetchOnce(site, again)).answer.statusCode !== 304) return undefined;
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const site304 = await loadRound(site, again, requests.ready);
    ratios.push(site304.cpuMicroseconds / (await loadRound(bare.url, request, requests.ready)).cpuMicroseconds);
  }
  return median(ratios);
}

/** CPU of one more row: the same list with few and with many rows, in alternating rounds. */
export async function measureRow(site: string, headers: Page["headers"]): Promise<number> {
  const [few, many] = [4, 24];
  const cpuOf = async (rows: number) =>
    (await loadRound(site, { path: `/news?perPage=${rows}`, headers: { ...headers, "accept-encoding": "br" } }, requests.made))
      .cpuMicroseconds;
  const differences: number[] = [];
  for (let round = 0; round < rounds; round += 1) differences.push(-(await cpuOf(few)) + (await cpuOf(many)));
  return median(differences) / (many - few);
}

async function answerOf(site: string, page: Page): Promise<ReadyAnswer> {
  const { answer, body } = await fetchOnce(site, page);
  if (answer.statusCode !== 200) throw new Error(`${page.path} answered ${answer.statusCode}.`);
  const headers = Object.entries(answer.headers)
    .filter(([name]) => !added.has(name))
    .flatMap(([name, value]) => [value ?? ""].flat().map((one): [string, string] => [name, one]));
  return { status: 200, headers, body: body.toString("base64") };
}
