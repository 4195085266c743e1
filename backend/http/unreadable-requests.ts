import type { Server } from "node:http";
import type { Socket } from "node:net";

/** What Node's parser cannot read never reaches a page, so these few words are in both languages. */
const statuses: Record<string, [status: string, fr: string, en: string]> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "L’adresse ou les cookies de ce site sont trop longs. Effacez les cookies de ce site, puis repartez de l’accueil.",
    "The address or the cookies of this site are too long. Delete the cookies of this site, then start from the home page.",
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["413 Payload Too Large", "Ce que vous envoyez est trop lourd.", "What you sent is too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [
    "408 Request Timeout",
    "L’envoi a pris trop de temps. Vérifiez votre connexion, puis réessayez.",
    "Sending took too long. Check your connection, then try again.",
  ],
};
const unreadable: (typeof statuses)[string] = [
  "400 Bad Request",
  "Cette demande n’a pas pu être lue. Vérifiez l’adresse, ou repartez de l’accueil.",
  "This request could not be read. Check the address, or start from the home page.",
];

/** Answers requests that Node refuses by itself with a page, where it would send an empty response. */
export function answerUnreadable(server: Server) {
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket & { _httpMessage?: { headersSent: boolean } };
    if (!socket.writable || code === "ECONNRESET" || socket._httpMessage?.headersSent) return void socket.destroy();
    const [status, fr, en] = statuses[code] ?? unreadable;
    const page = [
      '<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${status.slice(0, 3)}</title><p>${fr} <a href="/">Accueil</a></p><p lang="en">${en} <a href="/en">Home</a></p></html>`,
    ].join("");
    const headers = [
      "content-type: text/html; charset=utf-8",
      `content-length: ${Buffer.byteLength(page)}`,
      "cache-control: no-store",
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options: nosniff",
      "connection: close",
    ];
    socket.end(`HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n${page}`);
  });
  // An expectation that nobody knows is ignored, as RFC 9110 (10.1.1) allows.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}
