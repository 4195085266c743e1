import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { build } from "esbuild";
import { expect, test } from "../support/test";

/** A page with one popover that opens under the pointer: no page of the site has one yet. */
async function openPiece(page: Page) {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createRoot } from "react-dom/client";
        import { Popover } from "./app/ui/popover";
        createRoot(document.querySelector("main")).render(<Popover id="places" label="Lieux" button="Lieux" hover><p>Guillotière</p></Popover>);`,
      resolveDir: resolve(import.meta.dirname, "../.."),
      loader: "tsx",
    },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": `"production"` },
  });
  const style = "main{padding:200px}button{width:120px;height:40px}#places{margin:0;inset:auto;width:120px;border:0}";
  const body = `<!doctype html><html lang="fr"><title>Lieux</title><style>${style}</style><main></main><script type="module">${outputFiles[0]?.text}</script>`;
  await page.route("**/piece", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }));
  await page.goto("/piece");
}

test("S9-017: a popover stays open while the pointer is within 8 px of it or of its button, and no further", async ({ page }) => {
  await openPiece(page);
  const button = page.getByRole("button", { name: "Lieux" });
  const panel = page.locator("#places");
  const open = async () => {
    await page.mouse.move(0, 0);
    await button.hover();
    await expect(panel).toBeVisible();
    const [anchor, shown] = [await button.boundingBox(), await panel.boundingBox()];
    if (!anchor || !shown) throw new Error("nothing to point at");
    return { anchor, shown };
  };
  for (const part of ["anchor", "shown"] as const) {
    const { [part]: box } = await open();
    const middle = box.y + box.height / 2;
    await page.mouse.move(box.x - 8, middle);
    await expect(panel, `8 px left of the ${part}`).toBeVisible();
    await page.mouse.move(box.x - 9, middle);
    await expect(panel, `9 px left of the ${part}`).toBeHidden();
  }
  const { shown } = await open();
  await page.mouse.move(shown.x + 10, shown.y + shown.height + 8);
  await expect(panel).toBeVisible();
  await page.mouse.move(shown.x + 10, shown.y + shown.height + 9);
  await expect(panel).toBeHidden();
});
