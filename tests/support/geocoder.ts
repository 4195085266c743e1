import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { nationalGeocoder } from "#backend/ports/geocoder";

type Answer = { status?: number; body?: string; silent?: boolean };

/** An address as the Géoplateforme writes it. */
export const feature = (properties: Record<string, unknown>) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [4.85, 45.75] },
  properties: { score: 0.9, _type: "address", ...properties },
});

/** A server that speaks the interface of the national geocoder, and the port that calls it. */
export async function startGeocoder(answer: (url: URL) => Answer) {
  const requests: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    requests.push(url);
    const { status = 200, body = "", silent } = answer(url);
    if (!silent) response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/geocodage`;
  return {
    requests,
    geocoder: nationalGeocoder(base),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
