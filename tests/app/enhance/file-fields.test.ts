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

/** A page with one field in a form; its listeners, and the message below the field. */
function pageWithForm(files: File[]) {
  const on = new Map<string, (event: Event) => void>();
  const addEventListener = (what: string, run: (event: Event) => void) => on.set(what, run);
  const note = { textContent: "", setAttribute() {} };
  const input = { files, accept: types.join(","), value: "C:\\chosen", addEventListener, focus() {}, form: { addEventListener } };
  const dataset = { files: "10000000", tooLarge: "{size}: too large.", wrongType: "Wrong type.", withoutFile: "Nothing was sent." };
  const frame = { dataset, querySelector: (what: string) => (what === "input" ? input : note) };
  vi.stubGlobal("document", { documentElement: { lang: "en" }, querySelectorAll: () => [frame] });
  runFileFields();
  const send = () => {
    const event = new Event("submit", { cancelable: true });
    on.get("submit")?.(event);
    return event.defaultPrevented ? note.textContent : "sent";
  };
  const choose = async (file: File) => {
    input.files = [file];
    on.get("change")?.(new Event("change"));
    await new Promise((done) => setTimeout(done, 10));
    return note.textContent;
  };
  return { send, choose };
}

test("a form whose file was refused is not sent without it before that was said", async () => {
  const { send, choose } = pageWithForm([]);
  const text = new File(["text"], "letter.txt", { type: "text/plain" });
  expect(await choose(text)).toBe("Wrong type.");
  expect(send()).toBe("Wrong type. Nothing was sent.");
  expect(send()).toBe("sent");
  await choose(text);
  expect(await choose(new File(["small"], "letter.png", { type: "image/png" }))).toBe("");
  expect(send()).toBe("sent");
});

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
