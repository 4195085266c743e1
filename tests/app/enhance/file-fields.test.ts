import { afterEach, expect, test, vi } from "vitest";
import { runFileFields } from "~/enhance/file-fields";

const large = 2_000_000;
const types = ["image/jpeg", "image/png", "image/webp"];

/** A page with one field; answers which file is sent after one was chosen. `pixel` is what the browser reads back of what it drew. */
async function chosen(file: File, pixel: number[]) {
  let change = () => {};
  const listen = (_: string, run: () => void) => {
    change = run;
  };
  const input = { files: [file], accept: types.join(","), value: "", addEventListener: listen };
  const dataset = { files: "10000000", smaller: "{before} → {after}" };
  const frame = { dataset, querySelector: (what: string) => (what === "input" ? input : null) };
  const pen = { fillRect() {}, clearRect() {}, drawImage() {}, getImageData: () => ({ data: Uint8ClampedArray.from(pixel) }) };
  const toBlob = (done: (blob: Blob) => void, type: string) => done(new Blob(["small"], { type }));
  vi.stubGlobal("document", {
    documentElement: { lang: "fr" },
    querySelectorAll: () => [frame],
    createElement: () => ({ getContext: () => pen, toBlob }),
  });
  vi.stubGlobal("createImageBitmap", async () => ({ width: 4_000, height: 3_000, close() {} }));
  class Transfer {
    files: File[] = [];
    items = { add: (one: File) => this.files.push(one) };
  }
  vi.stubGlobal("DataTransfer", Transfer);
  runFileFields();
  change();
  await new Promise((done) => setTimeout(done, 10));
  return input.files[0];
}

const asDrawn = [18, 52, 86, 255];
const photo = (name: string, type: string) => new File([new Uint8Array(large)], name, { type });

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["photo.jpg", "image/jpeg", "photo.jpg", "image/jpeg"],
  ["logo.png", "image/png", "logo.webp", "image/webp"],
])("a large %s is made smaller, and stays transparent where it was", async (name, type, sentName, sentType) => {
  const sent = await chosen(photo(name, type), asDrawn);
  expect([sent?.name, sent?.type, sent?.size]).toEqual([sentName, sentType, 5]);
});

test("where the browser gives noise for the picture, the file is sent as it is", async () => {
  const file = photo("photo.jpg", "image/jpeg");
  expect(await chosen(file, [7, 200, 31, 255])).toBe(file);
});
