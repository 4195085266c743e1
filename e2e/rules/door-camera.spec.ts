import type { Page } from "@playwright/test";
import { encode } from "uqr";
import { expect, test } from "../support/test";

test.use({ role: "admin" });

/** A browser without a reader of codes of its own, whose camera shows the QR code of a text. */
async function cameraWithCode(page: Page, text: string) {
  const { data } = encode(text, { border: 4 });
  await page.addInitScript((modules) => {
    Reflect.deleteProperty(globalThis, "BarcodeDetector");
    const size = 8;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = modules.length * size;
    const context = canvas.getContext("2d");
    const draw = () => {
      for (const [y, row] of modules.entries())
        for (const [x, dark] of row.entries()) {
          if (context) context.fillStyle = dark ? "black" : "white";
          context?.fillRect(x * size, y * size, size, size);
        }
    };
    draw();
    // A stream of a canvas has a picture when something is drawn.
    setInterval(draw, 100);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
  }, data);
}

test("the camera reads a code where the browser has no reader of its own, also when the page was reached from another one", async ({
  page,
}) => {
  await cameraWithCode(page, "ABCDEFGHJKMN");
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(page.url()).origin && page.url() !== "about:blank") elsewhere.push(origin);
  });
  await page.goto("/dashboard/admin/events");
  const { items } = await (await page.request.get("/api/admin/events?status=published&sort=startsAt&order=desc")).json();
  const coming = (items as { id: string; startsAt: string }[]).find(({ startsAt }) => Date.parse(startsAt) > Date.now());
  const door = `/dashboard/admin/events/scan?event=${coming?.id}`;
  await page.goto(`/dashboard/admin/events/${coming?.id}`, { waitUntil: "networkidle" });
  const reloaded = page.waitForEvent("load");
  await page.locator(`a[href="${door}"]`).first().click();
  await reloaded;
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/scan"));
  await page.getByRole("button", { name: "Ouvrir la caméra" }).click();
  expect(new URLSearchParams((await sent).postData() ?? "").get("code")).toBe("ABCDEFGHJKMN");
  await expect(page.getByRole("status").filter({ hasText: "Code inconnu" })).toBeVisible();
  expect(elsewhere).toEqual([]);
});
