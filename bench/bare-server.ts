// The baseline: node:http alone, sending prepared responses. Run by the benchmark as a child process.
import { createServer } from "node:http";

export type ReadyAnswer = { status: number; headers: [string, string][]; body: string };

const answers = new Map<string, { status: number; headers: string[]; body: Buffer }>();

const server = createServer((request, response) => {
  if (request.url === "/metrics") {
    const { user, system } = process.cpuUsage();
    response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`);
    return;
  }
  const answer = answers.get(request.url ?? "");
  if (!answer) return void response.writeHead(404).end();
  response.writeHead(answer.status, answer.headers).end(answer.body);
});

process.on("message", ({ path, answer }: { path: string; answer: ReadyAnswer }) => {
  answers.set(path, { status: answer.status, headers: answer.headers.flat(), body: Buffer.from(answer.body, "base64") });
  process.send?.({ ready: path });
});
process.on("disconnect", () => process.exit(0));
server.listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.({ ready: "server" }));
