import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedReport = {
  user?: unknown;
  tags?: Record<string, unknown>;
  exception: { values: { type: string; value: string; stacktrace?: unknown }[] };
};

/** A place on this machine that takes error reports, and keeps them as they came and as what they say. */
export async function receiveReports() {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    // The library also sends counts of what it did not report.
    if (body.includes(`"type":"event"`)) received.push(body);
    response.end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const exceptionOf = (body: string) => JSON.parse(body.split("\n").find((line) => line.includes('"exception"')) ?? "{}") as ReceivedReport;
  return {
    dsn: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/1`,
    received,
    reports: () => received.map(exceptionOf),
    close: () => server.close(),
  };
}
